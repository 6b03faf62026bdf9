/** @jsxImportSource @kitajs/html */
import { Badge } from "../ui/badge.tsx";
import { Empty } from "../ui/empty.tsx";
import type { Frame } from "../ui/frame.ts";
import type { Href } from "../ui/href.ts";
import { Page } from "../ui/page.tsx";
import { Pager } from "../ui/pager.tsx";
import { Refused } from "../ui/refused.tsx";
import type { Clock } from "../ui/relative-time.ts";
import { Table } from "../ui/table.tsx";
import { Time } from "../ui/time.tsx";
import { isIdle, type TokenListQuery, tokenListHref, tokenStates } from "./token-list.ts";
import { words } from "./words.ts";

/** A token as its pages show it: never more of it than the prefix (spec 2.5). */
export type ListedToken = {
  id: number;
  label: string;
  prefix: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  revokedAt: Date | null;
  revokedBy: string | null;
  owner: { id: number; login: string };
};

type ListProps = {
  frame: Frame;
  clock: Clock;
  query: TokenListQuery;
  tokens: ListedToken[];
  /** Where the older ones are, where there are any. */
  older: number | undefined;
  /** Of the allowed organisations, whose owners are admins. */
  orgs: string[];
};

/** One's own tokens; an admin's view of everybody's (D13). */
export function TokensPage({ frame, clock, query, tokens, older, orgs }: ListProps) {
  const t = words[frame.language];
  return (
    <Page
      frame={frame}
      title={t.title}
      current="tokens"
      actions={
        <a class="button primary" href="/admin/tokens/new" safe>
          {t.create}
        </a>
      }
    >
      <p class="lead" safe>
        {t.lead}
      </p>
      <div class="filters">
        <nav class="tabs" aria-label={t.states.name}>
          {tokenStates.map((state) => (
            <a
              href={tokenListHref({ ...query, state, before: undefined })}
              aria-current={state === query.state ? "true" : undefined}
              safe
            >
              {t.states[state]}
            </a>
          ))}
        </nav>
        <Owners frame={frame} query={query} orgs={orgs} />
      </div>
      {tokens.length === 0 ? (
        <NoTokens frame={frame} query={query} />
      ) : (
        <TokenTable frame={frame} clock={clock} query={query} tokens={tokens} />
      )}
      <Pager
        newer={query.before === undefined ? undefined : tokenListHref({ ...query, before: undefined })}
        older={older === undefined ? undefined : tokenListHref({ ...query, before: older })}
        language={frame.language}
      />
    </Page>
  );
}

function Owners({ frame, query, orgs }: Pick<ListProps, "frame" | "query" | "orgs">) {
  const t = words[frame.language];
  if (!frame.user?.admin) {
    return <Refused id="only-admins" label={t.owners.everybody} reason={t.onlyAdmins(orgs.join(", "))} />;
  }
  const owners = [
    { name: t.owners.mine, everybody: false },
    { name: t.owners.everybody, everybody: true },
  ];
  return (
    <nav class="tabs" aria-label={t.owners.name}>
      {owners.map(({ name, everybody }) => (
        <a
          href={tokenListHref({ ...query, everybody, before: undefined })}
          aria-current={everybody === query.everybody ? "true" : undefined}
          safe
        >
          {name}
        </a>
      ))}
    </nav>
  );
}

function NoTokens({ frame, query }: Pick<ListProps, "frame" | "query">) {
  const t = words[frame.language];
  if (query.state === "revoked") return <Empty title={t.none.revoked}>{""}</Empty>;
  return (
    <Empty title={query.everybody ? t.none[query.state] : t.none.ever}>
      <p>
        <a class="button" href="/admin/tokens/new" safe>
          {t.create}
        </a>
      </p>
    </Empty>
  );
}

function TokenTable({
  frame,
  clock,
  query,
  tokens,
}: Pick<ListProps, "frame" | "clock" | "query" | "tokens">) {
  const t = words[frame.language];
  const columns = [
    { name: t.columns.label },
    { name: t.columns.token },
    ...(query.everybody ? [{ name: t.columns.owner }] : []),
    { name: t.columns.created },
    { name: t.columns.lastUsed },
    { name: t.columns.state },
    { name: t.columns.action, unseen: true },
  ];
  const rows = tokens.map((token) => ({
    id: `token-${token.id}`,
    faded: token.revokedAt !== null,
    cells: [
      <span safe>{token.label}</span>,
      <code safe>{`svc_${token.prefix}…`}</code>,
      ...(query.everybody ? [<span safe>{token.owner.login}</span>] : []),
      <Time at={token.createdAt} clock={clock} />,
      token.lastUsedAt ? <Time at={token.lastUsedAt} clock={clock} /> : <span safe>{t.never}</span>,
      <State frame={frame} clock={clock} token={token} />,
      token.revokedAt ? (
        <></>
      ) : (
        <a
          class="button"
          href={`/admin/tokens/${token.id}/revocation`}
          aria-label={t.revokeNamed(token.label)}
          safe
        >
          {t.revoke}
        </a>
      ),
    ],
  }));
  return (
    <>
      <Table caption={t.title} columns={columns} rows={rows} />
      <p class="fine" safe>
        {t.minuteOld}
      </p>
    </>
  );
}

function State({ frame, clock, token }: { frame: Frame; clock: Clock; token: ListedToken }) {
  const t = words[frame.language];
  if (token.revokedAt) {
    return (
      <>
        <Badge text={t.revoked} tone="bad" /> <Time at={token.revokedAt} clock={clock} />{" "}
        <small safe>{t.revokedBy(token.revokedBy ?? "")}</small>
      </>
    );
  }
  if (isIdle(token, clock.now)) return <Badge text={t.idle} tone="warn" />;
  return <Badge text={t.active} tone="good" />;
}

type RevocationProps = {
  frame: Frame;
  clock: Clock;
  token: ListedToken;
  /** The list to go back to. */
  list: Href;
};

/** Asks once more, and says what follows. */
export function RevocationPage({ frame, clock, token, list }: RevocationProps) {
  const { revocation: t, columns, never } = words[frame.language];
  return (
    <Page frame={frame} title={t.title} current="tokens" narrow>
      {token.revokedAt ? (
        <p class="notice" safe>
          {t.already}
        </p>
      ) : (
        <p class="lead" safe>
          {t.effect}
        </p>
      )}
      <dl class="facts">
        <dt safe>{columns.label}</dt>
        <dd safe>{token.label}</dd>
        <dt safe>{columns.token}</dt>
        <dd>
          <code safe>{`svc_${token.prefix}…`}</code>
        </dd>
        <dt safe>{columns.owner}</dt>
        <dd safe>{token.owner.login}</dd>
        <dt safe>{columns.created}</dt>
        <dd>
          <Time at={token.createdAt} clock={clock} />
        </dd>
        <dt safe>{columns.lastUsed}</dt>
        <dd>{token.lastUsedAt ? <Time at={token.lastUsedAt} clock={clock} /> : <span safe>{never}</span>}</dd>
      </dl>
      {token.revokedAt ? (
        <p>
          <a class="button" href={list} safe>
            {t.back}
          </a>
        </p>
      ) : (
        <form class="actions" method="post" action={`/admin/tokens/${token.id}/revocation`}>
          <a class="button" href={list} safe>
            {t.cancel}
          </a>
          <button class="danger" safe>
            {t.submit}
          </button>
        </form>
      )}
    </Page>
  );
}
