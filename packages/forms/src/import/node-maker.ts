import { isFieldKey } from '../document/field-key.ts'
import { documentLimits } from '../document/limits.ts'
import { findNodeKind, specsOf } from '../document/node-types.ts'
import { isPlainObject } from '../document/plain-object.ts'
import type { NodeType, SubmitAction } from '../document/types.ts'
import { documentSchema } from '../document/upgrade-document.ts'
import { parseHtml, printHtml } from '../values/html.ts'
import type { ImportNote, ImportResult } from './import-notes.ts'
import { repairDocument } from './repair-document.ts'
import type { UnreadProperty } from './watch-source.ts'

/** A part of the form that is imported. */
export type Source = Readonly<Record<string, unknown>>

export type ImportedNode = Readonly<Record<string, unknown>>

/** Used keys at a level of nodes. */
export type Keys = Set<string>

export interface NodeSource {
  readonly at: string
  readonly keys: Keys
  readonly id?: unknown
  readonly key?: unknown
  /** Properties as the source has them; what our type refuses is noted and left out, undefined does not exist. */
  readonly props: Readonly<Record<string, unknown>>
  readonly span?: number | null
  readonly children?: readonly ImportedNode[]
}

/** Creates the nodes of an import, and collects its notes. */
export interface NodeMaker {
  make(type: NodeType, source: NodeSource): ImportedNode
  leaveOut(at: string, message: string): void
  /** Leaves out a part with its content. All of its properties get one note. */
  leaveOutAll(at: string, message: string): void
  change(at: string, message: string): void
  /** HTML as this product has it. */
  cleanHtml(html: string, at: string): string
  /** Creates the document, which can be saved. `unread` are properties of the source that the import did not read. */
  finish(id: unknown, root: readonly ImportedNode[], more?: FinishOptions): ImportResult
}

export interface FinishOptions {
  readonly actions?: readonly SubmitAction[]
  readonly unread?: readonly UnreadProperty[]
}

export function createNodeMaker(): NodeMaker {
  const notes: ImportNote[] = []
  const ids = new Set<string>()
  const placeOf = new Map<string, string>()
  const leftOut = new Set<string>()
  let mapped = 0
  const leaveOut = (at: string, message: string) => void notes.push({ at, kind: 'left-out', message })
  const change = (at: string, message: string) => void notes.push({ at, kind: 'changed', message })
  return {
    leaveOut,
    leaveOutAll(at, message) {
      leftOut.add(at)
      leaveOut(at, message)
    },
    change,
    make(type, { at, keys, id, key, props, span, children }) {
      mapped += 1
      if (mapped > documentLimits.nodes) throw new TooManyNodes()
      const taken = takeId(id, ids)
      placeOf.set(taken, at)
      return {
        id: taken,
        type,
        ...keyOf(type, key, { at, keys, change }),
        props: readProps(type, props, at, leaveOut),
        ...(span === undefined || span === null ? {} : { layout: { span: { base: 12, sm: span, md: span } } }),
        ...(children === undefined ? {} : { children }),
      }
    },
    cleanHtml(html, at) {
      const { nodes, refused } = parseHtml(html)
      if (refused.length > 0) leaveOut(at, `HTML of this form has no ${refused.join(', ')}.`)
      return printHtml(nodes)
    },
    finish(id, root, { actions = [], unread = [] } = {}) {
      for (const { at, name } of unread)
        if (!isIn(leftOut, at)) leaveOut(at, `The property “${name.slice(0, 40)}” is not imported.`)
      const document = {
        schema: documentSchema,
        id: typeof id === 'string' && /^[\w.:-]{1,255}$/.test(id) ? id : 'imported',
        settings: { submitActions: actions },
        root,
      }
      const repaired = repairDocument(document)
      if (!repaired.ok) return repaired
      for (const { node, property, message } of repaired.repairs)
        leaveOut(placeOf.get(node) ?? '', `The property ${property} is not imported. ${message}`)
      return { ok: true, form: { document, mapped, notes } }
    },
  }
}

/** Ends an import of more nodes than a document may have, before the rest of it costs time. */
class TooManyNodes extends Error {}

/** Imports a form, and refuses one with too many nodes. */
export function refuseTooMany(read: () => ImportResult): ImportResult {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof TooManyNodes)) throw error
    return {
      ok: false,
      message: `Expected at most ${documentLimits.nodes} fields and other nodes, but the form has more. Divide it into several forms.`,
    }
  }
}

/** Returns whether a place is one of these parts, or within one. */
function isIn(parts: ReadonlySet<string>, at: string): boolean {
  for (let end = at.length; end > 0; end = Math.max(at.lastIndexOf('.', end - 1), at.lastIndexOf('[', end - 1)))
    if (parts.has(at.slice(0, end))) return true
  return false
}

/** Returns a FEEL condition or expression; undefined when the source has none. */
export function feelOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw.startsWith('=') && raw.trim().length > 1 ? raw : undefined
}

export function objectOf(raw: unknown): Source {
  return isPlainObject(raw) ? raw : {}
}

export function listOf(raw: unknown): readonly Source[] {
  return Array.isArray(raw) ? (raw as unknown[]).filter(isPlainObject) : []
}

export function textOf(raw: unknown): string | undefined {
  return typeof raw === 'string' && raw.trim() !== '' ? raw.slice(0, documentLimits.text) : undefined
}

export function wholeOf(raw: unknown): number | undefined {
  const number = typeof raw === 'string' && /^\d{1,9}$/.test(raw.trim()) ? Number(raw) : raw
  return typeof number === 'number' && Number.isInteger(number) ? number : undefined
}

/** Returns a check of several conditions; undefined for none. */
export function checkOf(conditions: readonly (string | undefined)[]): string | undefined {
  const given = conditions.filter((condition) => condition !== undefined)
  return given.length === 0 ? undefined : `=${given.map((one) => (given.length > 1 ? `(${one})` : one)).join(' and ')}`
}

/** Returns true or undefined. Properties that are undefined are left out of the document. */
export function flagOf(raw: unknown): true | undefined {
  return raw === true ? true : undefined
}

function takeId(id: unknown, ids: Set<string>): string {
  const wanted = typeof id === 'string' ? id.replace(/[^A-Za-z0-9]/g, '').slice(0, 32) : ''
  let free = wanted
  for (
    let count = ids.size + 1;
    free === '' || ids.has(free) || free === 'constructor' || free === 'prototype';
    count++
  )
    free = `i${String(count).padStart(6, '0')}`
  ids.add(free)
  return free
}

function keyOf(
  type: NodeType,
  raw: unknown,
  { at, keys, change }: { at: string; keys: Keys; change(at: string, message: string): void },
): { key?: string } {
  const kind = findNodeKind(type)
  if (kind === 'content' || (kind === 'container' && raw === undefined)) return {}
  const wanted = typeof raw === 'string' ? raw.trim().slice(0, documentLimits.key - 8) : ''
  const valid = isFieldKey(wanted) ? wanted : 'field'
  let key = valid
  for (let count = 2; keys.has(key); count++) key = `${valid}_${count}`
  keys.add(key)
  if (key !== raw) change(`${at}.key`, `The key is “${key}” now: every field of a row has its own.`)
  return { key }
}

function readProps(
  type: NodeType,
  given: Readonly<Record<string, unknown>>,
  at: string,
  leaveOut: (at: string, message: string) => void,
): Record<string, unknown> {
  const specs = specsOf(type)
  const props: Record<string, unknown> = {}
  for (const [name, raw] of Object.entries(given)) {
    if (raw === undefined) continue
    const read = Object.hasOwn(specs, name) ? specs[name]?.read(raw) : undefined
    if (read?.ok) props[name] = read.value
    else if (read !== undefined) leaveOut(at, `The property ${name} has to be ${read.expected}.`)
  }
  for (const [name, { isRequired, kind }] of Object.entries(specs))
    if (isRequired && props[name] === undefined) props[name] = substituteFor(kind)
  return props
}

/** Returns a placeholder for a required property that the source lacks. */
function substituteFor(kind: string): unknown {
  if (kind === 'options') return [{ value: 'option', label: 'Option' }]
  return kind === 'html' ? '<p>?</p>' : '?'
}
