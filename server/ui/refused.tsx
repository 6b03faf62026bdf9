/** @jsxImportSource @kitajs/html */
import type { Children } from "@kitajs/html";
import type { Frame } from "./frame.ts";

type Props = {
  /** Of its own on the page. */ id: string;
  label: string;
  /** Which role it needs, or what stands in the way. */ reason: string;
};

/** A button for what this person may not do, and why: nothing is hidden from them. It can be reached by keyboard, so that the reason is heard. */
export function Refused({ id, label, reason }: Props) {
  return (
    <span class="refused">
      <button type="button" aria-disabled="true" aria-describedby={id} safe>
        {label}
      </button>
      <small id={id} safe>
        {reason}
      </small>
    </span>
  );
}

type ForAdminsProps = Omit<Props, "id"> & { frame: Frame; children: Children };

/** The control of what admins alone may do (D13); for everybody else it is refused, with the reason. */
export function ForAdmins({ frame, label, reason, children }: ForAdminsProps) {
  return frame.user?.admin ? <>{children}</> : <Refused id="only-admins" label={label} reason={reason} />;
}
