/** A session that nobody uses for so long is over (D20). */
export const idleHours = 12;

/** A session is over after so long, however much it is used (D20). */
export const mostDays = 7;
