import type EventBus from 'diagram-js/lib/core/EventBus'

/** What was copied, as text: elements of one drawing are none of another. */
interface Copied {
  readonly text: string
}

/** All modellers of this browser, in this window and in others. Nothing is kept when the last of them is closed. */
const channel = typeof BroadcastChannel === 'undefined' ? null : new BroadcastChannel('millrace.modeller.copied')
let held: Copied | null = null
channel?.addEventListener('message', ({ data }: MessageEvent<Copied | 'ask'>) => {
  if (data !== 'ask') held = data
  else if (held !== null) channel.postMessage(held)
})
// A window that was opened later has what the others hold.
channel?.postMessage('ask')

interface Clipboard {
  get(): unknown
  set(tree: unknown): void
  isEmpty(): boolean
}

/**
 * The clipboard that all drawings share, also of other processes and windows. Elements are copied as text without
 * references: bpmn-js restores those between the copied elements.
 */
class SharedClipboard {
  static $inject = ['clipboard', 'eventBus', 'moddle']
  /** What this drawing has copied, which needs no reading. */
  #own: { readonly copied: Copied; readonly tree: unknown } | null = null
  constructor(clipboard: Clipboard, eventBus: EventBus, moddle: Moddle) {
    clipboard.set = (tree) => {
      held = { text: JSON.stringify(tree, keepNamespace) }
      this.#own = { copied: held, tree }
      channel?.postMessage(held)
    }
    clipboard.get = () => {
      if (held === null) return undefined
      return this.#own?.copied === held ? this.#own.tree : JSON.parse(held.text, createReviver(moddle))
    }
    clipboard.isEmpty = () => held === null
    eventBus.on('diagram.destroy', () => {
      this.#own = null
    })
  }
}

interface Moddle {
  create(type: string, attributes: object): { id?: string }
  /** Makes an element that no package describes. */
  createAny(type: string, uri: string, attributes: object): object
}

interface Generic {
  readonly $descriptor?: { readonly isGeneric?: boolean; readonly ns: { readonly uri?: string } }
}

/** An element of another vendor is made again by its namespace, which moddle keeps beside it. */
function keepNamespace(_key: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  const { $descriptor } = value as Generic
  return $descriptor?.isGeneric === true ? { ...value, $uri: $descriptor.ns.uri ?? '' } : value
}

/** Elements of BPMN are made again, each once: what is referred to twice is one. */
function createReviver(moddle: Moddle) {
  const made = new Map<string, object>()
  return (_key: string, value: unknown): unknown => {
    if (typeof value !== 'object' || value === null || !('$type' in value)) return value
    const { $type, $uri, ...attributes } = value as {
      readonly $type: string
      readonly $uri?: string
      readonly id?: string
    }
    if ($uri !== undefined) return moddle.createAny($type, $uri, attributes)
    const known = attributes.id === undefined ? undefined : made.get(attributes.id)
    if (known !== undefined) return known
    const element = moddle.create($type, attributes)
    if (attributes.id !== undefined) made.set(attributes.id, element)
    return element
  }
}

export const sharedClipboard = { __init__: ['sharedClipboard'], sharedClipboard: ['type', SharedClipboard] }
