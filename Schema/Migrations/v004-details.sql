-- What a service says of an error beside its words, as JSON; null where it says no more.

ALTER TABLE task ADD COLUMN details TEXT;
ALTER TABLE attempt ADD COLUMN details TEXT;
