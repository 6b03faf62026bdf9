/** An account that installed the App, and whether it is to be chosen unless somebody says otherwise. */
export type Choice = { id: number; account: string; isChosen: boolean };
