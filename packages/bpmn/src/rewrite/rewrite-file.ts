import {
  attribute,
  editAttribute,
  escapeText,
  findEnd,
  parseXml,
  readStartTag,
  type TextEdit,
  walk,
  writeEdits,
  type XmlElement,
} from '@millrace/xml'
import { detectDialect } from '../dialects/detect-dialect.ts'
import { dialectList, dialects } from '../dialects/index.ts'
import { identifierOf, isBpmn, listChildren, textOf } from '../vocabulary/read.ts'
import { starters } from '../vocabulary/themes/assignment.ts'
import { decision } from '../vocabulary/themes/calls.ts'
import { form } from '../vocabulary/themes/forms.ts'
import { description, naming } from '../vocabulary/themes/general.ts'

/** Changes to make in a file. Missing fields stay unchanged. */
export interface FileChange {
  /** The changes of one process, by its current key. */
  readonly process?: { readonly key: string; readonly details: Partial<ProcessDetails> }
  /** New keys of forms, called processes and decisions, by their current keys. */
  readonly formKeys?: ReadonlyMap<string, string>
  readonly calledKeys?: ReadonlyMap<string, string>
  readonly decisionKeys?: ReadonlyMap<string, string>
}

/** Key, name and other facts that a file states about a process. */
export interface ProcessDetails {
  readonly key: string
  readonly name: string
  readonly documentation: string | null
  /** With commas between them; null for none. */
  readonly starterUsers: string | null
  readonly starterGroups: string | null
}

/**
 * Changes parts of a file in its text, and keeps everything else, including white space. For changes outside of an
 * editor, which changes the elements of its open file.
 *
 * @param xml a readable file; others are returned unchanged.
 */
export function rewriteFile(xml: string, { process, formKeys, calledKeys, decisionKeys }: FileChange): string {
  const parsed = parseXml(xml)
  if (!parsed.ok) return xml
  const { root } = parsed
  const target = listChildren(root, 'process').find((one) => identifierOf(one) === process?.key)
  const keys = new Map(calledKeys)
  const newKey = process?.details.key
  if (process !== undefined && newKey !== undefined && newKey !== process.key) keys.set(process.key, newKey)
  const edits: TextEdit[] = []
  for (const element of walk(root)) {
    if (target !== undefined && process !== undefined && element === target)
      edits.push(...editProcess(xml, { root, element, details: process.details }))
    const named = { formKeys: formKeys ?? new Map(), decisionKeys: decisionKeys ?? new Map() }
    edits.push(...editReferences(xml, element, { process, keys, ...named }))
  }
  return writeEdits(xml, edits)
}

interface Keys {
  readonly process: FileChange['process']
  /** The keys of processes. */
  readonly keys: ReadonlyMap<string, string>
  readonly formKeys: ReadonlyMap<string, string>
  readonly decisionKeys: ReadonlyMap<string, string>
}

/**
 * Returns the edits of references that name a process, form or decision by its key. Parts of the diagram and pools also
 * name the process.
 */
function editReferences(xml: string, element: XmlElement, { process, keys, formKeys, decisionKeys }: Keys): TextEdit[] {
  const changes: [name: string, value: string][] = []
  const follow = (name: string, known: ReadonlyMap<string, string>) => {
    const value = known.get(attribute(element, name) ?? '')
    if (value !== undefined) changes.push([name, value])
  }
  const own = new Map([...keys].filter(([key]) => key === process?.key))
  if (element.name === 'participant') followQualified('processRef')
  else if (element.name === 'BPMNPlane') followQualified('bpmnElement')
  else if (element.name === 'callActivity') follow('calledElement', keys)
  function followQualified(name: string) {
    const [, prefix = '', key = ''] = /^([^:]+:)?(.*)$/.exec(attribute(element, name) ?? '') ?? []
    const value = own.get(key)
    if (value !== undefined) changes.push([name, `${prefix}${value}`])
  }
  const vendorKeys = vendorKeysOf(element, { formKeys, decisionKeys })
  if (changes.length === 0 && vendorKeys === null) return []
  const tag = readStartTag(xml, element.offset)
  const ofVendors = tag.attributes.flatMap(({ name, valueFrom, valueTo }) => {
    const isKey = vendorKeys?.names.includes(name.slice(name.indexOf(':') + 1)) ?? false
    const value = isKey ? vendorKeys?.keys.get(xml.slice(valueFrom, valueTo)) : undefined
    return value === undefined ? [] : editAttribute(tag, name, value)
  })
  return [...changes.flatMap(([name, value]) => editAttribute(tag, name, value)), ...ofVendors]
}

interface VendorKeys {
  /** The names of attributes, without the prefix. */
  readonly names: readonly string[]
  readonly keys: ReadonlyMap<string, string>
}

/** Returns the attributes by which an element refers to others, in the vocabulary of a vendor. */
function vendorKeysOf(
  element: XmlElement,
  { formKeys, decisionKeys }: Pick<Keys, 'formKeys' | 'decisionKeys'>,
): VendorKeys | null {
  if (isBpmn(element, 'userTask') || isBpmn(element, 'startEvent'))
    return { names: [form.formKey.name, form.formRef.name], keys: formKeys }
  if (isBpmn(element, 'businessRuleTask')) return { names: [decision.decisionRef.name], keys: decisionKeys }
  return null
}

interface ChangedProcess {
  readonly root: XmlElement
  readonly element: XmlElement
  readonly details: Partial<ProcessDetails>
}

function editProcess(xml: string, { root, element, details }: ChangedProcess): TextEdit[] {
  const { key, name, documentation, starterUsers, starterGroups } = details
  const tag = readStartTag(xml, element.offset)
  const vendor = vendorOf(root)
  const edits: TextEdit[] = []
  if (key !== undefined) edits.push(...editAttribute(tag, 'id', key))
  if (name !== undefined && name !== textOf(element, naming.name)) edits.push(...editAttribute(tag, 'name', name))
  const definitionValues = [
    [starters.candidateStarterUsers.name, starterUsers],
    [starters.candidateStarterGroups.name, starterGroups],
  ] as const
  let isDeclared = vendor.isDeclared
  for (const [local, value] of definitionValues) {
    if (value === undefined) continue
    const known = tag.attributes.filter((one) => one.name.endsWith(`:${local}`))
    const kept = value === null ? null : (known[0]?.name ?? `${vendor.prefix}:${local}`)
    for (const { name: other } of known) if (other !== kept) edits.push(...editAttribute(tag, other, null))
    if (kept === null) continue
    if (known.length === 0 && !isDeclared) {
      edits.push(...editAttribute(tag, `xmlns:${vendor.prefix}`, vendor.uri))
      isDeclared = true
    }
    edits.push(...editAttribute(tag, kept, value ?? ''))
  }
  if (documentation !== undefined) edits.push(...editDocumentation(xml, element, documentation))
  return edits
}

/** The first of several says it all, the others go. */
function editDocumentation(xml: string, element: XmlElement, text: string | null): TextEdit[] {
  const tag = readStartTag(xml, element.offset)
  const written = text === null ? '' : `<${tag.prefix}documentation>${escapeText(text)}</${tag.prefix}documentation>`
  const known = listChildren(element, description.documentation.name).map((child) => {
    const own = readStartTag(xml, child.offset)
    return { from: own.from, to: findEnd(xml, own) }
  })
  const [first, ...others] = known
  if (first !== undefined) return [{ ...first, text: written }, ...others.map((place) => ({ ...place, text: '' }))]
  if (text === null) return []
  if (!tag.isClosed) return [{ from: tag.to, to: tag.to, text: written }]
  const name = `${tag.prefix}process`
  return [{ from: tag.to - 2, to: tag.to, text: `>${written}</${name}>` }]
}

/** Returns the vendor of the file, and the prefix of its namespace. */
function vendorOf(root: XmlElement): { readonly prefix: string; readonly uri: string; readonly isDeclared: boolean } {
  const detected = detectDialect(root)
  // A file that is nobody's gets words of ours.
  const { dialect: own, uri } = dialectList.find(({ dialect }) => dialect === detected) ?? dialects.millrace
  const declared = [...root.attributes].find(([key, value]) => key.startsWith(xmlns) && value === uri)
  const prefix = declared?.[0].slice(xmlns.length)
  return prefix === undefined ? { prefix: own, uri, isDeclared: false } : { prefix, uri, isDeclared: true }
}

const xmlns = '{http://www.w3.org/2000/xmlns/}'
