DROP INDEX "entries_host_issue";--> statement-breakpoint
CREATE INDEX "entries_host_issue" ON "entries" USING btree ("repository_id","issue_number","user_id","kind","minutes") WHERE "entries"."superseded_by_id" is null;
