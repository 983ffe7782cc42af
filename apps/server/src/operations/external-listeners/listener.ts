import {
  type ConnectionSettings,
  type ListenerSettings,
  listenerSettings,
  type MappedValue,
  sourcesOf,
} from '@millrace/contract'
import { operators } from '../../platform/auth/rights.ts'
import type { Person } from '../../platform/auth/user.ts'
import { hasRole } from '../../platform/auth/user.ts'
import { type Refusal, refuse } from '../../platform/errors/refusal.ts'
import type { StoredListener } from '../external-systems/external.ts'
import { isOwnHeader } from '../external-systems/own-header.ts'
import { hasRight, need } from '../rights.ts'

/** The kind of connection of an API that each kind of listener needs; null: any. */
const connectionKinds = { webhook: null, folder: 'file', mail: 'mail', queue: 'amqp', topic: 'kafka' } as const
const connectionNames = {
  file: 'a file connection',
  mail: 'a mail connection',
  amqp: 'an AMQP connection',
  kafka: 'a Kafka connection',
} as const

export function settingsOf({ settings, kind }: Pick<StoredListener, 'settings' | 'kind'>): ListenerSettings {
  return listenerSettings.parse({ ...settings, kind })
}

/** Checks that the settings of a listener fit together. Returns null if so, otherwise a refusal. */
export function refuseListenerSettings(
  settings: ListenerSettings,
  connection: ConnectionSettings['kind'],
): Refusal | null {
  const needed = connectionKinds[settings.kind]
  if (needed !== null && needed !== connection)
    return invalid('kind', `Expected an API with ${connectionNames[needed]}, but it has another connection.`)
  return refuseByKind(settings) ?? refuseTargetFields(settings)
}

function refuseByKind(settings: ListenerSettings): Refusal | null {
  switch (settings.kind) {
    case 'webhook':
      return refuseWebhook(settings)
    case 'folder':
      return refuseFolder(settings)
    case 'mail':
      return settings.end === 'move' ? refuseFolder(withOneInbox(settings)) : null
    case 'topic':
      return settings.failedTopic === settings.topic
        ? invalid('settings.failedTopic', 'Expected another topic than the one for new messages, but it is the same.')
        : null
    case 'queue':
      return settings.failedQueue === settings.queue
        ? invalid('settings.failedQueue', 'Expected another queue than the one for new messages, but it is the same.')
        : null
    default:
      return settings satisfies never
  }
}

function refuseWebhook(settings: Extract<ListenerSettings, { kind: 'webhook' }>): Refusal | null {
  if (settings.signature === 'hmac' && settings.header === '')
    return invalid('settings.header', 'Expected the name of the header with the signature, but it is empty.')
  if (settings.header !== '' && isOwnHeader(settings.header) && settings.signature === 'hmac')
    return invalid('settings.header', `Expected a header of the sender, but “${settings.header}” is a header of HTTP.`)
  return null
}

function refuseFolder({ folder, doneFolder, failedFolder }: Record<FolderName, string>): Refusal | null {
  const same = [
    ['doneFolder', doneFolder, folder],
    ['failedFolder', failedFolder, folder],
  ].find(([, path, watched]) => path === watched)
  if (same !== undefined)
    return invalid(`settings.${same[0]}`, 'Expected another folder than the watched one, but it is the same.')
  return doneFolder === failedFolder
    ? invalid('settings.failedFolder', 'Expected another folder than the one for processed ones, but it is the same.')
    : null
}

/** The name INBOX has no case (RFC 3501, section 5.1). */
function withOneInbox({ folder, doneFolder, failedFolder }: Record<FolderName, string>): Record<FolderName, string> {
  const nameOf = (name: string) => (name.toUpperCase() === 'INBOX' ? 'INBOX' : name)
  return { folder: nameOf(folder), doneFolder: nameOf(doneFolder), failedFolder: nameOf(failedFolder) }
}

type FolderName = 'folder' | 'doneFolder' | 'failedFolder'

function refuseTargetFields({ kind, target }: ListenerSettings): Refusal | null {
  if (target.action === 'start' && target.process === '')
    return invalid('settings.target.process', 'Expected the key of a process, but it is empty.')
  if (target.action === 'message' && target.message === '')
    return invalid('settings.target.message', 'Expected the name of a message, but it is empty.')
  const sources: readonly string[] = sourcesOf[kind]
  if (target.businessKey !== null && !sources.includes(target.businessKey.source))
    return invalid('settings.target.businessKey', 'Expected a source of this kind of listener, but it has another.')
  return (
    refuseMapped('variables', target.variables, sources) ?? refuseMapped('correlation', target.correlation, sources)
  )
}

function refuseMapped(list: string, mapped: readonly MappedValue[], sources: readonly string[]): Refusal | null {
  for (const [index, { variable, source, path, type }] of mapped.entries()) {
    const where = `settings.target.${list}.${index}`
    if (!sources.includes(source))
      return invalid(`${where}.source`, 'Expected a source of this kind of listener, but it has another.')
    if ((source === 'header' || source === 'query') && path === '')
      return invalid(`${where}.path`, `Expected the name of the ${source}, but it is empty.`)
    if (type === 'file' && ((source !== 'content' && source !== 'attachment') || list === 'correlation'))
      return invalid(
        `${where}.type`,
        'Expected the whole content or an attachment for a file, but the source is another.',
      )
    if (mapped.findIndex((other) => other.variable === variable) < index)
      return invalid(`${where}.variable`, `Expected different variables, but two are “${variable}”.`)
  }
  return null
}

/**
 * Checks that the user may do what the listener will do: the user may start the process or send the message, or
 * operates processes. Returns null if so, otherwise a refusal.
 */
export function refuseTarget(user: Person, { target }: ListenerSettings): Refusal | null {
  if (hasRole(user, operators) && user.token === null) return null
  if (target.action === 'message') return need(user, 'events.send')
  if (hasRight(user, 'instances.start', target.process)) return null
  return refuse(
    'right.missing',
    'Expected the permission to start this process by an API client or to operate processes, but you do not have it. Ask a process administrator to save the listener.',
  )
}

export function invalid(where: string, message: string): Refusal {
  return refuse('external.invalid', message, [{ where, message }])
}
