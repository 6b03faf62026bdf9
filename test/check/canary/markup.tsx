import { Html, escapeHtml } from "@kitajs/html";
import type { Children } from "@kitajs/html";
import type { Href } from "../../../server/ui/href.ts";

// Markup that must never pass, beside that of unsafe.tsx: what the scan for it does not see. Each of these is to be found.
type Props = { label: string; labels: string[]; loud: boolean; url: string; rest: Record<string, string> };
type Slots = { title?: JSX.Element; children?: Children; href?: Href };
const Slotted = ({ title, children }: Slots) => (
  <section>
    {title}
    {children}
  </section>
);
const Listed = ({ rows }: { rows: Slots[] }) => <ul>{rows.map(({ title }) => title)}</ul>;
const show = (markup: JSX.Element) => <b>{markup}</b>;

// Text between tags.
export const EitherSide = ({ label, loud }: Props) => <p>{loud ? label : "quiet"}</p>;
export const OtherSide = ({ label, loud }: Props) => <p>{loud ? "loud" : label}</p>;
export const CastToLiteral = ({ label }: Props) => <p>{label as "safe"}</p>;
export const CastBefore = ({ label }: Props) => {
  const text = label as "safe" | "sound";
  return <p>{text}</p>;
};
export const NamedSafe = ({ label: safeLabel }: Props) => <p>{safeLabel}</p>;
export const Escaped = ({ label }: Props) => <p>{escapeHtml(label)}</p>;
export const EscapedElsewhere = ({ label }: Props) => <p>{Html.escapeHtml(label)}</p>;
export const Concatenated = ({ label }: Props) => <p>{"<b>" + label + "</b>"}</p>;
export const Joined = ({ labels }: Props) => <p>{labels.map((label) => <b safe>{label}</b>).join(", ")}</p>;
export const Mapped = ({ labels, loud }: Props) => (
  <p>{labels.map((label) => (loud ? <b safe>{label}</b> : label))}</p>
);
export const Spread = ({ labels }: Props) => <p>{[<br />, ...labels]}</p>;
export const SafeAtTimes = ({ label, loud }: Props) => <p safe={loud}>{label}</p>;
export const SafeComponent = ({ label }: Props) => <Slotted {...{ safe: true }}>{label}</Slotted>;
export const InFragment = ({ label, loud }: Props) => <>{loud ? label : null}</>;

// Text that passes for markup on its way there.
export const AsProperty = ({ label }: Props) => <Slotted title={label} />;
export const AsChildren = ({ label }: Props) => <Slotted children={label} />;
export const AsVariable = ({ label }: Props) => {
  const markup: JSX.Element = label;
  return <p>{markup}</p>;
};
export const AsBranch = ({ label, loud }: Props) => {
  const markup = loud ? <br /> : label;
  return <p>{markup}</p>;
};
export const AsAssignment = ({ label }: Props) => {
  let markup = <br />;
  markup = label;
  return <p>{markup}</p>;
};
export const AsArgument = ({ label }: Props) => show(label);
export const AsField = ({ label }: Props) => [{ title: label }].map((slots: Slots) => <p>{slots.title}</p>);
export const AsShorthand = ({ label: title }: Props) => {
  const slots: Slots = { title };
  return <p>{slots.title}</p>;
};
export const AsReturn = ({ label, loud }: Props) => {
  if (loud) return <br />;
  return label;
};
export const AsList = ({ label }: Props) => {
  const cells: JSX.Element[] = [<br />, label];
  return <p>{cells}</p>;
};
export const AsDefault = ({ label }: Props) => {
  const draw = (markup: JSX.Element = label) => <p>{markup}</p>;
  return draw();
};
export const AsFieldOfRows = ({ labels }: Props) => {
  const rows = labels.map((label) => ({ title: label }));
  return <Listed rows={rows} />;
};
export const AsFieldOfVariable = ({ label }: Props) => {
  const text = { title: label };
  const slots: Slots = text;
  return <p>{slots.title}</p>;
};
export const AsCast = ({ label }: Props) => <Slotted title={label as JSX.Element} />;
export const AsSpread = ({ label }: Props) => <Slotted {...{ title: label }} />;
const Text = ({ label }: { label: string }) => label;
export const AsComponent = ({ label }: Props) => <Text label={label} />;

// Code.
export const Script = ({ label }: Props) => <script>{`const label = ${JSON.stringify(label)};`}</script>;
export const FixedScript = () => <script>alert(1)</script>;
export const Style = ({ label }: Props) => <style>{label}</style>;
export const StyleAttribute = ({ label }: Props) => <p style={`color: ${label}`}></p>;
export const Handler = ({ label }: Props) => <p onclick={label}></p>;
export const Frame = ({ label }: Props) => <iframe srcdoc={label}></iframe>;
export const RawAttributes = ({ label }: Props) => <p attrs={label}></p>;
export const ElementSpread = ({ rest }: Props) => <p {...rest}></p>;
export const AnyElement = ({ label }: Props) => <tag of={label}></tag>;
export const Refresh = ({ url }: Props) => <meta http-equiv="refresh" content={`0; url=${url}`} />;
export const HtmxHandler = () => <p hx-on:click="alert(1)"></p>;
export const HtmxValues = ({ label }: Props) => <p hx-vals={label}></p>;
export const HtmxCondition = () => <p hx-trigger="click[ctrlKey]"></p>;
export const HtmxTarget = ({ label }: Props) => <p hx-target={label}></p>;
export const HtmxByAnotherName = () => <p data-hx-on:load="alert(1)"></p>;

// Addresses.
export const Link = ({ url }: Props) => <a href={url}>there</a>;
export const LinkAtTimes = ({ url, loud }: Props) => <a href={loud ? url : "/admin"}>there</a>;
export const LinkOrElse = ({ url }: Props) => <a href={url || "/admin"}>there</a>;
export const FixedLink = () => <a href="javascript:alert(1)">there</a>;
export const OtherSite = () => <a href="//elsewhere.example">there</a>;
export const OpenTemplate = ({ url }: Props) => <a href={`${url}`}>there</a>;
export const SlashTemplate = ({ url }: Props) => <a href={`/${url}`}>there</a>;
export const SchemeTemplate = ({ url }: Props) => <a href={`javascript:${url}`}>there</a>;
export const Unencoded = ({ label }: Props) => <a href={`/admin/labels/${label}`}>there</a>;
export const CastAddress = ({ url }: Props) => <a href={url as Href}>there</a>;
export const HiddenAddress = ({ url }: Props) => {
  const href: Href = `/${url}`;
  return <a href={href}>there</a>;
};
export const PassedAddress = ({ url }: Props) => <Slotted href={`/${url}`} />;
export const Picture = ({ url }: Props) => <img src={url} alt="" />;
export const Form = ({ url }: Props) => <form method="post" action={url}></form>;
export const Button = ({ url }: Props) => <button formaction={url}>send</button>;
export const HtmxGet = ({ url }: Props) => <p hx-get={url}></p>;
export const HtmxPost = ({ url }: Props) => <p data-hx-post={url}></p>;
