import type { JsonValues } from '@millrace/forms'
import { ApiError, hasCode } from '../../../lib/api/api-error.ts'

/** How it stands with what was typed. */
export type DraftState =
  /** Nothing was typed. */
  | { readonly kind: 'idle' }
  | { readonly kind: 'saving' }
  | { readonly kind: 'saved'; readonly at: string }
  /** The server does not have it; `isHere`: this browser does; `isFull`: the user has as many drafts as one may have. */
  | { readonly kind: 'waiting'; readonly isHere: boolean; readonly isFull?: true }
  /** Another window or device has saved another draft. */
  | { readonly kind: 'conflict'; readonly savedAt: string; readonly revision: number }
  /** A draft that is older than the values of the form waits for its user to choose. */
  | { readonly kind: 'older' }
  /** The form can be sent no more, such as because somebody else has completed the task. */
  | { readonly kind: 'over'; readonly error: ApiError }

export interface KeeperOptions {
  /** What the form opened with, without a draft. */
  readonly opened: JsonValues
  /** Of the draft on the server; 0 for none. */
  readonly revision: number
  readonly save: (entry: { values: JsonValues; revision: number }) => Promise<{ revision: number; savedAt: string }>
  /** Keeps it in this browser; false when that keeps nothing. */
  readonly keepHere: (entry: { values: JsonValues; revision: number }) => boolean
  readonly forgetHere: () => void
  readonly onState: (state: DraftState) => void
}

/** How a form is opened. */
export interface KeeperStart {
  /** What the server has. */
  readonly sent: JsonValues
  readonly state: DraftState
  /** All entries of the form where it opens with what this browser kept; null where nothing has to be sent. */
  readonly typed: JsonValues | null
}

/** Milliseconds after a change until it is kept in this browser, and until it is sent when nothing else changes. */
const localPause = 300
const pause = 1_500
/** Milliseconds after which it is sent although somebody types on and on. */
const longestPause = 10_000
/** Milliseconds between two tries while the server does not answer. */
const retryPause = 10_000

/**
 * Keeps what is typed into a form: soon in this browser, after a pause on the server. Only what has changed is sent, one
 * request at a time, and never over what somebody has saved elsewhere.
 */
export class DraftKeeper {
  readonly #options: KeeperOptions
  #revision: number
  #read: (() => JsonValues) | null = null
  /** What the server has, as text. */
  #sent = '{}'
  #state: DraftState = { kind: 'idle' }
  #isSending = false
  #sending: Promise<void> = Promise.resolve()
  #isPaused = false
  #firstChangeAt: number | null = null
  #localTimer: ReturnType<typeof setTimeout> | undefined
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(options: KeeperOptions, initial: KeeperStart) {
    this.#options = options
    this.#revision = options.revision
    this.#sent = JSON.stringify(initial.sent)
    this.#state = initial.state
    const { typed } = initial
    if (typed !== null) this.#read = () => typed
  }

  /** Sends what this browser kept of an earlier visit. */
  begin(): void {
    if (this.#state.kind === 'waiting') this.#sendIn(0)
  }

  /** All entries of the form as they are; null when nothing was typed. */
  readEntries(): JsonValues | null {
    return this.#read?.() ?? null
  }

  /** Of the draft as this window knows it. */
  get revision(): number {
    return this.#revision
  }

  get state(): DraftState {
    return this.#state
  }

  /** Something was typed. What it gets makes all entries of the form as they are then. */
  change(read: () => JsonValues): void {
    this.#read = read
    this.#firstChangeAt ??= Date.now()
    this.#localTimer ??= setTimeout(() => this.#keepHere(), localPause)
    const waited = Date.now() - this.#firstChangeAt
    this.#sendIn(Math.max(0, Math.min(pause, longestPause - waited)))
  }

  /** Keeps everything at once: the page is about to go. Settles when the server has answered, whatever it says. */
  flush(): Promise<void> {
    if (this.#read === null) return Promise.resolve()
    this.#keepHere()
    const isBusy = this.#isSending
    const sent = this.#send()
    // What was typed since that one was sent goes after it at once.
    return isBusy ? sent.then(() => this.#send()) : sent
  }

  /** It is being sent with its form, or wanted no more. */
  get isPaused(): boolean {
    return this.#isPaused
  }

  /** The form is being sent: nothing is to be saved beside it. */
  pause(): void {
    this.#isPaused = true
    clearTimeout(this.#timer)
    this.#keepHere()
  }

  /** It was not taken. */
  resume(): void {
    if (!this.#isPaused) return
    this.#isPaused = false
    this.#sendIn(pause)
  }

  /** Saves over what was saved elsewhere. */
  saveOver(revision: number): void {
    this.#revision = revision
    this.#tell({ kind: 'saving' })
    void this.#send()
  }

  /** The values of the form have changed: nothing is sent before the user has chosen between them and what is typed. */
  wait(): void {
    clearTimeout(this.#timer)
    this.#keepHere()
    this.#tell({ kind: 'older' })
  }

  /** The user goes on with the values that the form has: what was typed over them may be sent now. */
  keepCurrent(): void {
    this.#tell({ kind: 'idle' })
    if (this.#read !== null) this.#sendIn(0)
  }

  /** What was typed has been sent, or is wanted no more. */
  forget(): void {
    this.#isPaused = true
    this.#read = null
    clearTimeout(this.#timer)
    clearTimeout(this.#localTimer)
    this.#options.forgetHere()
  }

  /** The line is back. */
  readonly retry = (): void => {
    if (this.#state.kind === 'waiting') void this.#send()
  }

  #sendIn(milliseconds: number): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => void this.#send(), milliseconds)
  }

  #keepHere(): void {
    clearTimeout(this.#localTimer)
    this.#localTimer = undefined
    const values = this.readChanges()
    if (values === null || JSON.stringify(values) === this.#sent) return
    const isHere = this.#options.keepHere({ values, revision: this.#revision })
    if (this.#state.kind === 'older') return
    if (this.#state.kind === 'waiting' || !isHere) this.#tell({ kind: 'waiting', isHere })
  }

  /** One request at a time: what comes meanwhile goes after it. */
  #send(): Promise<void> {
    clearTimeout(this.#timer)
    if (!this.#isSending) this.#sending = this.#sendNow()
    return this.#sending
  }

  async #sendNow(): Promise<void> {
    if (this.#isPaused || ['conflict', 'over', 'older'].includes(this.#state.kind)) return
    const values = this.readChanges()
    const text = JSON.stringify(values)
    if (values === null || text === this.#sent) return
    this.#isSending = true
    this.#firstChangeAt = null
    if (this.#state.kind !== 'waiting') this.#tell({ kind: 'saving' })
    try {
      const { revision, savedAt } = await this.#options.save({ values, revision: this.#revision })
      this.#revision = revision
      this.#sent = text
      this.#tell({ kind: 'saved', at: savedAt })
    } catch (error) {
      this.#fail(error)
    } finally {
      this.#isSending = false
    }
    if (this.#state.kind !== 'saved') return
    const isAll = JSON.stringify(this.readChanges()) === this.#sent
    if (isAll) this.#options.forgetHere()
    else this.#sendIn(pause)
  }

  #fail(error: unknown): void {
    this.#keepHere()
    if (hasCode(error, 'draft.changed')) {
      const told = (name: string) => error.details.find(({ where }) => where === name)?.message ?? ''
      this.#tell({ kind: 'conflict', savedAt: told('savedAt'), revision: Number(told('revision')) })
    } else if (hasCode(error, ...ended)) this.#tell({ kind: 'over', error })
    else {
      const values = this.readChanges()
      const isHere = values !== null && this.#options.keepHere({ values, revision: this.#revision })
      this.#tell({ kind: 'waiting', isHere, ...(hasCode(error, 'draft.too-many') ? { isFull: true } : {}) })
      if (!(error instanceof ApiError) || !isFinal(error)) this.#sendIn(retryPause)
    }
  }

  /** What differs from what the form opened with; null when nothing was typed. */
  readChanges(): JsonValues | null {
    return this.#read === null ? null : listChanges(this.#options.opened, this.#read())
  }

  #tell(state: DraftState): void {
    this.#state = state
    this.#options.onState(state)
  }
}

/** After these the form cannot be sent by this user any more. */
const ended = ['task.over', 'task.not-yours', 'thing.not-found', 'definition.not-startable', 'right.missing'] as const

/** Whether the same would be refused again. */
function isFinal({ status }: ApiError): boolean {
  return status >= 400 && status < 500 && status !== 408 && status !== 429
}

/** Top entries that are others than before. */
function listChanges(before: JsonValues, after: JsonValues): JsonValues {
  return Object.fromEntries(
    Object.entries(after).filter(([key, value]) => JSON.stringify(value) !== JSON.stringify(before[key] ?? null)),
  )
}
