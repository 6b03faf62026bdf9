const en = {
  lastEvent: "Last delivery:",
  never: "none yet",
  read: "What GitHub delivered was last compared with what is here:",
  notYet: "not yet",
  givenUp: (count: number) =>
    `In the last 30 days ${count === 1 ? "1 delivery" : `${count} deliveries`} could not be had from GitHub. Their comments were read instead, with the labels of that day.`,
  title: "Not everything has arrived",
  problem: (problem: string, since: string) =>
    `GitHub did not do what svc asked of it (${since}), so hours may be missing. svc tries again by itself. ${problem}`,
  unread: (since: string) =>
    `What GitHub delivered was last looked at ${since}. That happens every five minutes: see whether svc logs errors.`,
  missing: (count: number, since: string) =>
    `${count === 1 ? "1 delivery has" : `${count} deliveries have`} not arrived; GitHub first tried ${count === 1 ? "it" : "the oldest"} ${since}. svc asks GitHub to send ${count === 1 ? "it" : "them"} again. If it stays so, check that GitHub reaches the App’s webhook address.`,
  gap: (from: string, until: string) =>
    `GitHub keeps no deliveries from ${from} to ${until} any more. svc is reading the comments of that time; hours may be missing until then.`,
};

const nl: typeof en = {
  lastEvent: "Laatste bezorging:",
  never: "nog geen",
  read: "Wat GitHub bezorgde is voor het laatst vergeleken met wat hier is:",
  notYet: "nog niet",
  givenUp: (count) =>
    `In de laatste 30 dagen ${count === 1 ? "was 1 bezorging" : `waren ${count} bezorgingen`} niet meer bij GitHub te krijgen. De reacties zijn in plaats daarvan gelezen, met de labels van die dag.`,
  title: "Niet alles is aangekomen",
  problem: (problem, since) =>
    `GitHub deed niet wat svc vroeg (${since}), dus je kunt uren missen. svc probeert het vanzelf opnieuw. ${problem}`,
  unread: (since) =>
    `Wat GitHub bezorgde is voor het laatst bekeken: ${since}. Dat hoort elke vijf minuten te gebeuren: kijk of svc fouten logt.`,
  missing: (count, since) =>
    `${count === 1 ? "1 bezorging is" : `${count} bezorgingen zijn`} niet aangekomen; GitHub probeerde de oudste ${since} voor het eerst. svc vraagt GitHub ${count === 1 ? "die" : "ze"} opnieuw te sturen. Blijft het zo, controleer dan of GitHub het webhookadres van de app bereikt.`,
  gap: (from, until) =>
    `GitHub bewaart de bezorgingen van ${from} tot ${until} niet meer. svc leest de reacties uit die tijd; tot dan kun je uren missen.`,
};

export const words = { en, nl };
