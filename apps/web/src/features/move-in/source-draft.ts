import type { MoveIn, MoveInSource } from '@millrace/contract'
import { isDateValue } from '../../components/day-input/day-text.ts'

/** The fields of a source as they are entered. */
export interface SourceDraft {
  readonly vendor: MoveIn['vendor']
  readonly host: string
  readonly port: number | null
  readonly database: string
  readonly schema: string
  readonly username: string
  readonly password: string
  readonly encryption: MoveIn['encryption']
  readonly timeZone: string
  readonly definitions: string
  readonly since: string
}

export const ports: Readonly<Record<MoveIn['vendor'], number>> = { postgresql: 5432, mysql: 3306 }

export const emptySource: SourceDraft = {
  ...{ vendor: 'postgresql', host: '', port: ports.postgresql, database: '', schema: '', username: '', password: '' },
  ...{ encryption: 'verified', timeZone: 'UTC', definitions: '', since: '' },
}

/** Returns whether all required fields of a source are filled in, and its date is valid or empty. */
export function isComplete(draft: SourceDraft): boolean {
  const { host, port, database, username, timeZone, since } = draft
  return (
    [host, database, username, timeZone].every((text) => text.trim() !== '') &&
    port !== null &&
    isDateValue(since, 'day')
  )
}

export function writeSource(draft: SourceDraft): MoveInSource & { readonly password: string } {
  const { port, definitions, since, ...texts } = draft
  const keys = definitions
    .split(',')
    .map((key) => key.trim())
    .filter((key) => key !== '')
  return {
    ...texts,
    port: port ?? ports[draft.vendor],
    definitions: keys.length === 0 ? null : keys,
    since: since.trim() === '' ? null : new Date(since.trim()).toISOString(),
  }
}
