-- Why and when the work on a run last stopped before its end; null while it is worked on and once it is finished.

ALTER TABLE run ADD COLUMN stopped_at INTEGER;
ALTER TABLE run ADD COLUMN stop_reason TEXT;
