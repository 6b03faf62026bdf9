ALTER INDEX "entries_labels" SET (fastupdate = false);--> statement-breakpoint
ALTER INDEX "entries_repeated_dimensions" SET (fastupdate = false);--> statement-breakpoint
-- What waits is added now: nothing would do so later.
SELECT gin_clean_pending_list('entries_labels'), gin_clean_pending_list('entries_repeated_dimensions');
