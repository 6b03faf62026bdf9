-- No entry can be added or superseded until this is committed, so that the sums below leave none out.
LOCK TABLE "entries" IN SHARE ROW EXCLUSIVE MODE;--> statement-breakpoint
-- Beside labels, dimensions and clients the people, and the repositories by the name they had.
CREATE OR REPLACE FUNCTION count_entries() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	sign int := CASE tg_op WHEN 'INSERT' THEN 1 ELSE -1 END;
	place int := CASE tg_op WHEN 'INSERT' THEN pg_backend_pid() % 16 ELSE 16 END;
BEGIN
	INSERT INTO entry_totals AS known (kind, key, month, shard, entries, minutes)
	SELECT changed.kind, counted.key, date_trunc('month', changed.worked_on::timestamp)::date, place,
		sign * count(*), sign * sum(changed.minutes)
	FROM changed, LATERAL (
		SELECT '*' AS key
		UNION ALL SELECT 'c:' || coalesce(changed.client_id::text, '')
		UNION ALL SELECT 'u:' || changed.user_id
		UNION ALL SELECT 'r:' || lower(changed.repository)
		UNION ALL SELECT DISTINCT 'l:' || label FROM unnest(changed.labels) AS label
		UNION ALL SELECT 'd:' || dimension FROM unnest(changed.dimensions) AS dimension
	) AS counted
	GROUP BY 1, 2, 3 ORDER BY 1, 2, 3
	ON CONFLICT (kind, key, month, shard) DO UPDATE SET
		entries = known.entries + excluded.entries,
		minutes = known.minutes + excluded.minutes;
	RETURN null;
END
$$;--> statement-breakpoint
INSERT INTO "entry_totals" (kind, key, month, shard, entries, minutes)
SELECT kind, counted.key, date_trunc('month', worked_on::timestamp)::date, 0, count(*), sum(minutes)
FROM "entries", LATERAL (SELECT 'u:' || user_id AS key UNION ALL SELECT 'r:' || lower(repository)) AS counted
WHERE superseded_by_id IS NULL GROUP BY 1, 2, 3;
