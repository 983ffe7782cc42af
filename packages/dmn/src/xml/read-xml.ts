import { SaxesParser } from 'saxes'
import type { DmnProblem } from '../problems.ts'
import { findAttribute, type XmlElement } from './xml-element.ts'

export type XmlResult = { ok: true; root: XmlElement } | { ok: false; problems: DmnProblem[] }

/** More than any hand-made model has; less than what endangers the server. */
const MAX_LENGTH = 20_000_000
const MAX_DEPTH = 200
const MAX_ELEMENTS = 1_000_000

/** Reads XML without document types and entities. Stops at the first fault: what follows it means nothing. */
export function readXml(xml: string): XmlResult {
  if (xml.length > MAX_LENGTH) {
    return refuse(`Expected a file of at most ${MAX_LENGTH} characters, but it has ${xml.length}.`, {
      line: 1,
      column: 1,
    })
  }
  const reading = new Reading()
  try {
    reading.parse(xml)
  } catch (error) {
    if (!(error instanceof XmlFault)) throw error
    return refuse(error.message, error)
  }
  if (reading.root) return { ok: true, root: reading.root }
  return refuse('Expected an XML file with one element around everything, but there is none.', { line: 1, column: 1 })
}

function refuse(message: string, { line, column }: { line: number; column: number }): XmlResult {
  return { ok: false, problems: [{ message, elementId: null, line, column }] }
}

class XmlFault extends Error {
  readonly line: number
  readonly column: number

  constructor(message: string, { line, column }: { line: number; column: number }) {
    super(message)
    this.line = line
    this.column = column + 1
  }
}

type OpenElement = XmlElement & {
  children: XmlElement[]
  text: string
}

/** The state of one parse: the elements that are open, outermost first. */
class Reading {
  root: XmlElement | undefined
  readonly #parser = new SaxesParser({ xmlns: true })
  readonly #open: OpenElement[] = []
  #count = 0

  constructor() {
    this.#parser.on('doctype', () =>
      this.#fail('Expected a file without document type, but it has <!DOCTYPE …>. Remove it.'),
    )
    this.#parser.on('error', (error) => this.#fail(`Expected well-formed XML, but: ${describe(error)}.`))
    this.#parser.on('opentag', (tag) => this.#enter(tag))
    this.#parser.on('text', (text) => this.#addText(text))
    this.#parser.on('cdata', (text) => this.#addText(text))
    this.#parser.on('closetag', () => this.#open.pop())
  }

  parse(xml: string): void {
    this.#parser.write(xml).close()
  }

  #enter(tag: {
    local: string
    uri: string
    attributes: Record<string, { prefix: string; local: string; value: string }>
  }): void {
    this.#count += 1
    if (this.#count > MAX_ELEMENTS) this.#fail(`Expected at most ${MAX_ELEMENTS} elements, but there are more.`)
    if (this.#open.length >= MAX_DEPTH)
      this.#fail(`Expected at most ${MAX_DEPTH} levels of elements, but there are more.`)
    const { line, column } = this.#parser
    const parent = this.#open.at(-1)
    const element: OpenElement = {
      name: tag.local,
      namespace: tag.uri,
      attributes: pick(tag.attributes, (attribute) => attribute.prefix === ''),
      foreign: pick(tag.attributes, (attribute) => attribute.prefix !== '' && attribute.prefix !== 'xmlns'),
      children: [],
      text: '',
      idAround: parent === undefined ? null : (findAttribute(parent, 'id') ?? parent.idAround),
      line,
      column: column + 1,
    }
    if (parent) parent.children.push(element)
    else this.root = element
    this.#open.push(element)
  }

  #addText(text: string): void {
    const current = this.#open.at(-1)
    if (current) current.text += text
  }

  #fail(message: string): never {
    throw new XmlFault(message, this.#parser)
  }
}

function pick<T extends { local: string; value: string }>(
  attributes: Readonly<Record<string, T>>,
  isWanted: (attribute: T) => boolean,
): Record<string, string> {
  const picked: Record<string, string> = Object.create(null)
  for (const attribute of Object.values(attributes)) {
    if (isWanted(attribute)) picked[attribute.local] = attribute.value
  }
  return picked
}

/** The parser puts the place before its message, and ends it with a full stop. */
function describe(error: Error): string {
  return error.message.replace(/^\d+:\d+: /, '').replace(/\.$/, '')
}
