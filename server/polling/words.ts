const en = {
  how: "GitHub cannot reach svc here, so svc asks GitHub for new comments every 30 seconds. Last asked:",
  notYet: "not yet",
  title: "Not every comment can be read",
  problem: (owner: string, problem: string, since: string) =>
    `svc cannot read the comments in ${owner} (${since}), so hours may be missing. svc tries again by itself, and then reads what was written meanwhile. ${problem}`,
  unread: (since: string) =>
    `GitHub was last asked for comments ${since}. That happens every 30 seconds: see whether svc logs errors.`,
  repositories: (count: number, name: string, problem: string, since: string) =>
    `svc cannot read the comments in ${name}${count === 1 ? "" : ` and ${count - 1} more`} (${since}), so hours may be missing. svc tries again by itself. ${problem}`,
};

const nl: typeof en = {
  how: "GitHub kan svc hier niet bereiken. Daarom vraagt svc GitHub elke 30 seconden om nieuwe reacties. Voor het laatst gevraagd:",
  notYet: "nog niet",
  title: "Niet elke reactie is te lezen",
  problem: (owner, problem, since) =>
    `svc kan de reacties in ${owner} niet lezen (${since}), dus je kunt uren missen. svc probeert het vanzelf opnieuw, en leest dan wat er intussen is geschreven. ${problem}`,
  unread: (since) =>
    `GitHub is voor het laatst om reacties gevraagd: ${since}. Dat hoort elke 30 seconden te gebeuren: kijk of svc fouten logt.`,
  repositories: (count, name, problem, since) =>
    `svc kan de reacties in ${name}${count === 1 ? "" : ` en ${count - 1} andere`} niet lezen (${since}), dus je kunt uren missen. svc probeert het vanzelf opnieuw. ${problem}`,
};

export const words = { en, nl };
