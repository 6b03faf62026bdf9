-- The dimensions that several of the labels have. In PL/pgSQL, which keeps its plan: it runs with each entry that is added.
CREATE FUNCTION repeated_dimensions(labels text[]) RETURNS text[] LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS $$
BEGIN
	RETURN coalesce((
		SELECT array_agg(dimension) FROM (
			SELECT split_part(label, ':', 1) || ':' AS dimension FROM unnest(labels) AS label
			WHERE label ~ '^[^:]+:.' GROUP BY 1 HAVING count(DISTINCT label) > 1
		) AS repeated
	), '{}');
END
$$;--> statement-breakpoint
CREATE INDEX "entries_repeated_dimensions" ON "entries" USING gin (repeated_dimensions("labels")) WHERE repeated_dimensions("entries"."labels") <> '{}';
