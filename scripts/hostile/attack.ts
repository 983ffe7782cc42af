/** An action of an attacker, or of a careless designer, against a server that others use too. */
export interface Attack {
  readonly name: string
  /** Milliseconds within which the attacker's last call, or the try of a job, has ended. */
  readonly within: number
  /** How it may end: a status with the code or type of the answer, `budget.exceeded` or the like. */
  readonly ends: readonly string[]
  /** Quick enough for `npm test`. */
  readonly isShort?: boolean
  run(attacker: Attacker): Promise<Ending>
}

/** The attacker: a user who may deploy and start processes in a workplace of their own. */
export interface Attacker {
  /** A call of the engine's API, `/engine-rest` left out. */
  call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>
  /** Deploys files by their names. */
  deploy(files: Readonly<Record<string, string>>): Promise<Answer>
  /** A call of the product's own API, `/api` left out, as somebody with every role. */
  design(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown): Promise<Answer>
  /** Sends files to it, as a form of a page does. */
  upload(path: string, files: Readonly<Record<string, string | Buffer>>): Promise<Answer>
  /** The same call as somebody else: the neighbour, a program that may do no more than call, or whoever says so. */
  callAs(who: 'neighbour' | 'program' | Credentials | Bearer, ...call: Parameters<Attacker['call']>): Promise<Answer>
  /** Somebody with every role of the product's own API. */
  readonly designer: Bearer
  /** An API client with a token that only permits calls. */
  readonly program: Credentials & Bearer
  /** A user administrator without any other right, with an API token. */
  readonly keeper: Bearer & { readonly username: string }
  /** All that the server has logged up to now. */
  log(): string
  /** For attacks that speak HTTP themselves. */
  readonly wire: Wire
}

export interface Credentials {
  /** The address that they come from, as a proxy tells it. */
  readonly from?: string
  readonly username: string
  readonly password: string
}

/** An API token. */
export interface Bearer {
  readonly token: string
}

export interface Wire {
  /** `http://localhost:8080` */
  readonly url: string
  /** The header of who attacks. */
  readonly authorization: string
}

export interface Answer {
  readonly status: number
  // biome-ignore lint/suspicious/noExplicitAny: whatever the server answered
  readonly body: any
  readonly ms: number
}

/** The result of an attack, and its duration. */
export interface Ending {
  readonly end: string
  readonly ms: number
  readonly sentence?: string
}

/** Returns an answer as an outcome: `200`, or a status with its type, such as `422 BudgetExceededException`. */
export function endingOf({ status, body, ms }: Answer): Ending {
  const type = typeof body?.type === 'string' ? body.type : body?.code
  return { end: type === undefined ? String(status) : `${status} ${type}`, ms, sentence: body?.message }
}
