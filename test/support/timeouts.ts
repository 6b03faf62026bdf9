import { setDefaultTimeout } from "bun:test";

// Also of hooks: the first test of a run starts a PostgreSQL, and on a busy machine that takes its time.
setDefaultTimeout(30_000);
