SELECT path, description, old_score, new_score, reason FROM label_changes WHERE job = 'a' AND changed_at > '2026-11-22'
