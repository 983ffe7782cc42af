import type { ExternalListener, ListenerKind, ListenerSettings, ListenerTarget, MappedValue } from '@millrace/contract'

/** The entries of the form of a listener. */
export interface ListenerDraft {
  readonly name: string
  readonly description: string
  readonly settings: ListenerSettings
}

const target: ListenerTarget = {
  action: 'start',
  process: '',
  message: '',
  businessKey: null,
  correlation: [],
  variables: [],
}

export const emptyListeners: Readonly<Record<ListenerKind, ListenerSettings>> = {
  webhook: {
    kind: 'webhook',
    signature: 'none',
    header: '',
    timeHeader: '',
    idHeader: '',
    windowSeconds: 300,
    maxBytes: 1_000_000,
    target,
  },
  folder: {
    kind: 'folder',
    folder: '',
    pattern: '',
    rule: 'unchanged',
    doneSuffix: '.done',
    everySeconds: 60,
    doneFolder: 'done',
    failedFolder: 'failed',
    target,
  },
  mail: {
    kind: 'mail',
    folder: 'INBOX',
    from: '',
    subject: '',
    everySeconds: 60,
    end: 'move',
    doneFolder: 'Processed',
    failedFolder: 'Failed',
    target,
  },
  queue: { kind: 'queue', queue: '', everySeconds: 5, failedQueue: '', target },
  topic: { kind: 'topic', topic: '', start: 'new', shares: 1, everySeconds: 5, failedTopic: '', target },
}

/** The initial values of a new variable for each kind of listener. */
export const emptyValues: Readonly<Record<ListenerKind, MappedValue>> = {
  webhook: { variable: '', source: 'body', path: '', type: 'text' },
  folder: { variable: '', source: 'name', path: '', type: 'text' },
  mail: { variable: '', source: 'subject', path: '', type: 'text' },
  queue: { variable: '', source: 'body', path: '', type: 'text' },
  topic: { variable: '', source: 'body', path: '', type: 'text' },
}

export function pickListener({ name, description, settings }: ExternalListener): ListenerDraft {
  return { name, description, settings }
}

/** Returns whether the required fields of a listener are filled in. */
export function isCompleteListener({ name, settings }: ListenerDraft): boolean {
  const { target } = settings
  return (
    name.trim() !== '' &&
    (target.action === 'start' ? target.process : target.message).trim() !== '' &&
    [...target.variables, ...target.correlation].every(({ variable }) => variable.trim() !== '') &&
    !(settings.kind === 'webhook' && settings.signature === 'hmac' && settings.header.trim() === '') &&
    namesOf(settings).every((name) => name.trim() !== '')
  )
}

/** The names of folders, queues and topics that a listener needs. */
function namesOf(settings: ListenerSettings): readonly string[] {
  switch (settings.kind) {
    case 'webhook':
      return []
    case 'folder':
      return [settings.doneFolder, settings.failedFolder]
    case 'mail':
      return settings.end === 'move' ? [settings.folder, settings.doneFolder, settings.failedFolder] : [settings.folder]
    case 'queue':
      return [settings.queue]
    case 'topic':
      return [settings.topic]
    default:
      return settings satisfies never
  }
}
