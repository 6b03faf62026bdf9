import * as values from "./values.ts";

type Setting = {
  /** Never printed, and may be read from the file that `<name>_FILE` names. */
  secret: boolean;
  /** What it is for, as a sentence or two; shown in `.env.example` and the documentation. */
  description: string;
  /** The text that stands for it where it is not set. */
  default?: string;
  example?: string;
  parse: (text: string) => values.Parsed<unknown>;
};

export type SettingName = keyof typeof settings;

/** All settings (design §4), in the order in which they are documented. */
export const settings = {
  HOST: {
    secret: false,
    description:
      "Address to listen on. Anything but this machine itself (127.0.0.1, ::1, localhost) counts as production.",
    default: "127.0.0.1",
    parse: values.host,
  },
  PORT: { secret: false, description: "Port to listen on.", default: "3000", parse: values.port },
  PUBLIC_URL: {
    secret: false,
    description:
      "Address under which people and GitHub reach svc. Must be https, except on this machine. Default: http://localhost and the port.",
    example: "https://svc.example.com",
    parse: values.origin,
  },
  DATABASE_URL: {
    secret: true,
    description:
      "PostgreSQL 15 or later. Not set: svc starts a PostgreSQL of its own and keeps its data under DATA_DIR.",
    example: "postgres://svc:password@localhost/svc",
    parse: values.databaseUrl,
  },
  DATABASE_POOLER: {
    secret: false,
    description:
      "What stands between svc and the server of DATABASE_URL: none, or transaction for PgBouncer in that mode and its like.",
    default: "none",
    example: "transaction",
    parse: values.pooler,
  },
  DATA_DIR: {
    secret: false,
    description: "Directory for the data of svc's own PostgreSQL, its key and its playground.",
    default: "./data",
    parse: values.directory,
  },
  SVC_SECRET_KEY: {
    secret: true,
    description:
      "Key under which the credentials of a GitHub App that was connected in the panel are kept: 64 hexadecimal digits. Make one: openssl rand -hex 32. Not set: svc makes one in DATA_DIR/secret.key. Several instances need the same.",
    parse: values.secretKey,
  },
  ALLOWED_ORGS: {
    secret: false,
    description:
      "Organisations whose members may log hours and sign in, separated by commas. Needed in production.",
    default: "",
    example: "acme,acme-labs",
    parse: values.logins,
  },
  ADMIN_LOGINS: {
    secret: false,
    description: "People who are admins beside the owners of those organisations, separated by commas.",
    default: "",
    example: "ada,grace",
    parse: values.logins,
  },
  TIME_ZONE: {
    secret: false,
    description: "Time zone that decides which day a comment falls on.",
    default: "Europe/Amsterdam",
    parse: values.timeZone,
  },
  HOURS_PER_DAY: {
    secret: false,
    description:
      "Hours of a working day: what is suggested to whoever logs `1d`. Nothing recorded depends on it.",
    default: "8",
    parse: values.hoursPerDay,
  },
  API_REQUESTS_PER_MINUTE: {
    secret: false,
    description:
      "Requests that one token may send to the API in a minute, also all at once. Each instance counts for itself.",
    default: "1200",
    parse: values.requestsPerMinute,
  },
  GITHUB_APP_ID: {
    secret: false,
    description: 'The number under "App ID" in the GitHub App\'s settings.',
    example: "123456",
    parse: values.appId,
  },
  GITHUB_PRIVATE_KEY: {
    secret: true,
    description:
      "The GitHub App's private key (the .pem file's text; line ends may be written as \\n). Easier from a file.",
    parse: values.privateKey,
  },
  GITHUB_WEBHOOK_SECRET: {
    secret: true,
    description: "The GitHub App's webhook secret, at least 32 characters. Make one: openssl rand -hex 32",
    parse: values.webhookSecret,
  },
  GITHUB_CLIENT_ID: {
    secret: false,
    description: "The GitHub App's client ID, for signing in to the panel.",
    example: "Iv23liABCDEFGHIJKLMN",
    parse: values.word,
  },
  GITHUB_CLIENT_SECRET: {
    secret: true,
    description: "A client secret of the GitHub App, for signing in to the panel.",
    parse: values.secretWord,
  },
  GITHUB_URL: {
    secret: false,
    description: "Where GitHub is. Set it for GitHub Enterprise Server.",
    default: "https://github.com",
    example: "https://github.example.com",
    parse: values.origin,
  },
  GITHUB_API_URL: {
    secret: false,
    description: "Where GitHub's API is. Follows from GITHUB_URL and is seldom needed.",
    example: "https://github.example.com/api/v3",
    parse: values.apiUrl,
  },
  METRICS_TOKEN: {
    secret: true,
    description:
      "Bearer token with which Prometheus reads /metrics, at least 16 characters. Make one: openssl rand -hex 32. With neither this nor networks there is no /metrics.",
    parse: values.metricsToken,
  },
  METRICS_ALLOWED_NETWORKS: {
    secret: false,
    description:
      "Networks that read /metrics without a token, separated by commas, but through no reverse proxy.",
    default: "",
    example: "10.0.0.0/8,fd00::/8",
    parse: values.networks,
  },
  LOG_LEVEL: {
    secret: false,
    description: "How much is logged: fatal, error, warn, info, debug, trace or silent.",
    default: "info",
    parse: values.logLevel,
  },
  LOG_FORMAT: {
    secret: false,
    description:
      "How the log looks: json, pretty, or auto, which is pretty at a terminal and JSON elsewhere.",
    default: "auto",
    parse: values.logFormat,
  },
  NODE_ENV: {
    secret: false,
    description: "Set to production, svc refuses to start while anything it needs there is missing.",
    example: "production",
    parse: values.word,
  },
} satisfies Record<string, Setting>;
