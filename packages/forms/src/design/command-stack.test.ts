import { describe, expect, test } from 'vitest'
import { readDocument } from '../document/read-document.ts'
import type { FormDocument, FormNode } from '../document/types.ts'
import { buildDocument } from '../testing/build-form.ts'
import { createRandom, createRandomNodes, type Random } from '../testing/random-form.ts'
import { type CommandStack, createCommandStack, isDirty, markSaved, perform, redo, undo } from './command-stack.ts'
import type { Command } from './commands.ts'
import { copyNodes, renewIds } from './copy-nodes.ts'
import { type Design, toDesign, toDocument } from './design.ts'

const text = (id: string, key = id): FormNode => ({
  id,
  type: 'text',
  key,
  props: { label: key },
  layout: { span: { base: 12, sm: 12, md: 6 } },
})
const section = (id: string, children: readonly FormNode[]): FormNode => ({
  id,
  type: 'section',
  props: {},
  layout: { span: { base: 12, sm: 12, md: 12 } },
  children,
})

function documentOf(root: readonly FormNode[], i18n: FormDocument['i18n'] = {}): FormDocument {
  const read = readDocument({ schema: 2, id: 'form', settings: { locales: ['en', 'de'] }, i18n, root })
  if (!read.ok) throw new Error(JSON.stringify(read.problems))
  return read.document
}

const begin = (...root: FormNode[]) => createCommandStack(toDesign(documentOf(root)))

function run(stack: CommandStack, ...commands: Command[]): CommandStack {
  return commands.reduce((current, command) => {
    const performed = perform(current, command)
    if (!performed.ok) throw new Error(performed.message)
    return performed.stack
  }, stack)
}

/** The tree by ids: `a s(b c)`. */
function outline({ design }: CommandStack): string {
  const print = (ids: readonly string[]): string =>
    ids.map((id) => (design.nodes[id]?.children.length ? `${id}(${print(design.nodes[id].children)})` : id)).join(' ')
  return print(design.root)
}

describe('a command', () => {
  const start = begin(text('a'), section('s', [text('b'), text('c')]), text('d'))

  test.each<[string, Command, string]>([
    [
      'inserts',
      { kind: 'insertNodes', at: { parent: 's', index: 1 }, nodes: [text('x'), text('y')] },
      'a s(b x y c) d',
    ],
    ['removes, what is inside too', { kind: 'removeNodes', ids: ['s', 'b'] }, 'a d'],
    ['moves forward', { kind: 'moveNode', id: 'a', to: { parent: null, index: 2 } }, 's(b c) a d'],
    ['moves backward', { kind: 'moveNode', id: 'd', to: { parent: null, index: 1 } }, 'a d s(b c)'],
    ['moves into', { kind: 'moveNode', id: 'a', to: { parent: 's', index: 2 } }, 's(b c a) d'],
    ['moves out of', { kind: 'moveNode', id: 'c', to: { parent: null, index: 0 } }, 'c a s(b) d'],
    ['leaves where it is', { kind: 'moveNode', id: 'a', to: { parent: null, index: 0 } }, 'a s(b c) d'],
    ['wraps neighbours', { kind: 'wrapNodes', ids: ['b', 'c'], container: section('w', []) }, 'a s(w(b c)) d'],
    ['unwraps', { kind: 'unwrapNode', id: 's' }, 'a b c d'],
    ['replaces all', { kind: 'replaceAll', root: [text('z')], texts: {} }, 'z'],
  ])('%s, and is undone and done again', (_name, command, expected) => {
    const done = run(start, command)
    expect(outline(done)).toBe(expected)
    expect(toDocument(undo(done).design)).toEqual(toDocument(start.design))
    expect(toDocument(redo(undo(done)).design)).toEqual(toDocument(done.design))
  })

  test.each<[string, Command]>([
    ['design.no-such-node', { kind: 'removeNodes', ids: ['gone'] }],
    ['design.no-such-node', { kind: 'setProperty', id: 'gone', name: 'label', value: 'x' }],
    ['design.no-such-node', { kind: 'setProperty', id: '__proto__', name: 'label', value: 'x' }],
    ['design.invalid', { kind: 'setProperty', id: 'a', name: '__proto__', value: {} }],
    ['design.no-such-place', { kind: 'insertNodes', at: { parent: 'gone', index: 0 }, nodes: [] }],
    ['design.no-such-place', { kind: 'insertNodes', at: { parent: 's', index: 3 }, nodes: [text('x')] }],
    ['design.misplaced', { kind: 'insertNodes', at: { parent: 'a', index: 0 }, nodes: [text('x')] }],
    [
      'design.misplaced',
      { kind: 'insertNodes', at: { parent: 's', index: 0 }, nodes: [{ ...section('x', []), type: 'tab' }] },
    ],
    ['design.duplicate-id', { kind: 'insertNodes', at: { parent: null, index: 0 }, nodes: [text('b')] }],
    [
      'design.duplicate-id',
      { kind: 'insertNodes', at: { parent: null, index: 0 }, nodes: [section('x', [text('y'), text('y')])] },
    ],
    ['design.invalid', { kind: 'insertNodes', at: { parent: null, index: 0 }, nodes: [text('constructor')] }],
    ['design.inside-itself', { kind: 'moveNode', id: 's', to: { parent: 's', index: 0 } }],
    ['design.not-neighbours', { kind: 'wrapNodes', ids: ['a', 'd'], container: section('w', []) }],
    ['design.misplaced', { kind: 'setType', id: 's', type: 'text', props: {} }],
    ['design.misplaced', { kind: 'setType', id: 's', type: 'tabs', props: {} }],
    ['design.misplaced', { kind: 'setType', id: 'a', type: 'tab', props: {} }],
  ])('is refused with %s: %j', (code, command) => {
    expect(perform(start, command)).toMatchObject({ ok: false, code })
  })

  test('of several is carried out whole or not at all', () => {
    const both: Command = {
      kind: 'doAll',
      commands: [
        { kind: 'removeNodes', ids: ['a'] },
        { kind: 'removeNodes', ids: ['gone'] },
      ],
    }
    expect(perform(start, both).ok).toBe(false)
    expect(outline(start)).toBe('a s(b c) d')
  })

  test('makes only those nodes new that it is about', () => {
    const { design } = run(start, { kind: 'setProperty', id: 'b', name: 'label', value: 'B' })
    const changed = Object.keys(design.nodes).filter((id) => design.nodes[id] !== start.design.nodes[id])
    expect(changed).toEqual(['b'])
    const moved = run(start, { kind: 'moveNode', id: 'a', to: { parent: 's', index: 0 } }).design
    expect(Object.keys(moved.nodes).filter((id) => moved.nodes[id] !== start.design.nodes[id])).toEqual(['a', 's'])
  })

  test('cannot nest without end, nor fill the form without end', () => {
    const nest = (depth: number): FormNode => (depth === 1 ? text('leaf') : section(`n${depth}`, [nest(depth - 1)]))
    const insert = (nodes: readonly FormNode[], parent: string | null = null): Command => ({
      kind: 'insertNodes',
      at: { parent, index: 0 },
      nodes,
    })
    expect(perform(begin(), insert([nest(12)])).ok).toBe(true)
    expect(perform(begin(), insert([nest(13)]))).toMatchObject({ code: 'design.too-deep' })
    expect(perform(begin(section('s', [])), insert([nest(12)], 's'))).toMatchObject({ code: 'design.too-deep' })
    const many = Array.from({ length: 2_001 }, (_, index) => text(`t${index}`))
    expect(perform(begin(), insert(many))).toMatchObject({ code: 'design.too-large' })
    const stack = run(begin(), insert([nest(12)]), insert([section('s', [])]))
    expect(perform(stack, { kind: 'moveNode', id: 'n12', to: { parent: 's', index: 0 } })).toMatchObject({
      code: 'design.too-deep',
    })
  })
})

describe('a key', () => {
  const heading: Command = { kind: 'setType', id: 'a', type: 'static-text', props: { text: 'a' } }
  const keyOf = ({ design }: CommandStack) => design.nodes.a?.key ?? null

  test('goes with what cannot have one, and comes back with what can', () => {
    const changed = run(begin(text('a', 'amount')), heading)
    expect([keyOf(changed), keyOf(undo(changed)), keyOf(redo(undo(changed)))]).toEqual([null, 'amount', null])
    expect(readDocument(toDocument(changed.design)).ok).toBe(true)
  })

  test('is refused by what is in a form without a value', () => {
    const performed = perform(run(begin(text('a')), heading), { kind: 'setKey', id: 'a', key: 'amount' })
    expect(performed).toMatchObject({ ok: false, code: 'design.invalid' })
  })
})

describe('translations', () => {
  const i18n = { de: { 'a.label': 'A', 'b.label': 'B' }, fr: { 'b.label': 'B' } }
  const start = createCommandStack(toDesign(documentOf([section('s', [text('a')]), text('b')], i18n)))

  test('go with their node and come back with it', () => {
    const removed = run(start, { kind: 'removeNodes', ids: ['b'] })
    expect(removed.design.i18n).toEqual({ de: { 'a.label': 'A' } })
    expect(undo(removed).design.i18n).toEqual(i18n)
  })

  test('are set and taken away', () => {
    const set = run(start, { kind: 'setText', locale: 'fr', name: 'a.label', text: 'Aa' })
    expect(set.design.i18n.fr).toEqual({ 'a.label': 'Aa', 'b.label': 'B' })
    const unset = run(
      set,
      { kind: 'setText', locale: 'fr', name: 'a.label', text: null },
      { kind: 'setText', locale: 'fr', name: 'b.label', text: null },
    )
    expect(unset.design.i18n).toEqual({ de: i18n.de })
    expect(undo(undo(undo(unset))).design.i18n).toEqual(i18n)
  })

  test('are copied under the new ids of their nodes', () => {
    let count = 0
    const copy = renewIds(copyNodes(start.design, ['s', 'b']), () => `x${++count}`)
    const pasted = run(start, { kind: 'insertNodes', at: { parent: null, index: 2 }, ...copy })
    expect(outline(pasted)).toBe('s(a) b x1(x2) x3')
    expect(pasted.design.i18n).toEqual({
      de: { ...i18n.de, 'x2.label': 'A', 'x3.label': 'B' },
      fr: { ...i18n.fr, 'x3.label': 'B' },
    })
  })
})

describe('typing', () => {
  const type = (stack: CommandStack, value: string, merge = 'label a') => {
    const performed = perform(stack, { kind: 'setProperty', id: 'a', name: 'label', value }, { merge })
    if (!performed.ok) throw new Error(performed.message)
    return performed.stack
  }
  const label = ({ design }: CommandStack) => design.nodes.a?.props.label

  test('in one go is undone in one go', () => {
    const typed = type(type(type(begin(text('a')), 'N'), 'Na'), 'Nam')
    expect(typed.done).toHaveLength(1)
    expect(label(undo(typed))).toBe('a')
    expect(label(redo(undo(typed)))).toBe('Nam')
  })

  test('in another go, after an undo and after a save begins again', () => {
    const first = type(begin(text('a')), 'N')
    expect(type(first, 'Na', 'label a, later').done).toHaveLength(2)
    expect(type(undo(first), 'M').done).toHaveLength(1)
    const saved = markSaved(first)
    const later = type(saved, 'Na')
    expect(later.done).toHaveLength(2)
    expect(isDirty(undo(later))).toBe(false)
  })

  test('of several commands is undone in one go too', () => {
    const merge = 'drag'
    let stack = begin(text('a'), text('b'), text('c'))
    for (const index of [2, 3]) {
      const performed = perform(stack, { kind: 'moveNode', id: 'a', to: { parent: null, index } }, { merge })
      if (performed.ok) stack = performed.stack
    }
    expect([outline(stack), stack.done.length]).toEqual(['b c a', 1])
    expect(outline(undo(stack))).toBe('a b c')
    expect(outline(redo(undo(stack)))).toBe('b c a')
  })
})

describe('the mark of a change', () => {
  const label = (value: string): Command => ({ kind: 'setProperty', id: 'a', name: 'label', value })

  test('no longer exists when what was changed is undone, and back when it is done again', () => {
    const changed = run(begin(text('a')), label('b'))
    expect([isDirty(changed), isDirty(undo(changed)), isDirty(redo(undo(changed)))]).toEqual([true, false, true])
  })

  test('is there on both sides of a save', () => {
    const saved = markSaved(run(begin(text('a')), label('b')))
    expect([isDirty(saved), isDirty(undo(saved)), isDirty(run(saved, label('c')))]).toEqual([false, true, true])
  })

  test('stays when the saved state can no longer be reached', () => {
    const saved = markSaved(run(begin(text('a')), label('b')))
    expect(isDirty(run(undo(saved), label('c')))).toBe(true)
    let many = begin(text('a'))
    for (let step = 0; step < 250; step++) many = run(many, label(`x${step}`))
    expect(many.done).toHaveLength(200)
    for (let step = 0; step < 300; step++) many = undo(many)
    expect([many.done.length, isDirty(many)]).toEqual([0, true])
  })
})

describe('a command stack is plain data', () => {
  test('that can be kept and read again', () => {
    const stack = run(begin(text('a')), { kind: 'removeNodes', ids: ['a'] })
    const kept = JSON.parse(JSON.stringify(stack)) as CommandStack
    expect(outline(undo(kept))).toBe('a')
  })
})

const seed = Number(process.env.FORM_SEED ?? 1)
/** `npm run soak` takes a thousand. */
const rounds = Number(process.env.FORM_COUNT ?? 50)

test(`random commands: undone all, it is as before; done again all, as after (seeds from ${seed})`, () => {
  for (let round = seed; round < seed + rounds; round++) {
    const random = createRandom(round)
    const read = readDocument(buildDocument(createRandomNodes(random)))
    if (!read.ok) throw new Error(`Seed ${round}: ${JSON.stringify(read.problems)}`)
    let count = 0
    const newId = () => `new${++count}`
    let stack = createCommandStack(toDesign(read.document))
    const states: FormDocument[] = [toDocument(stack.design)]
    let refused = 0
    for (let step = 0; step < 60; step++) {
      const performed = perform(stack, createRandomCommand(stack.design, random, newId))
      if (!performed.ok) {
        refused += 1
        continue
      }
      stack = performed.stack
      const document = toDocument(stack.design)
      // Whatever was done, it is a tree that can be read; a key may be there twice, which the designer shows.
      const faults = readDocument(document)
      const codes = faults.ok ? [] : faults.problems.map(({ code }) => code)
      expect(
        codes.filter((code) => code.startsWith('node.') || code.startsWith('document.')),
        `seed ${round}, step ${step}`,
      ).toEqual([])
      states.push(document)
    }
    expect(refused).toBeLessThan(50)
    for (const expected of states.slice(0, -1).toReversed()) {
      stack = undo(stack)
      expect(toDocument(stack.design), `seed ${round}, undone`).toEqual(expected)
    }
    expect(isDirty(stack)).toBe(false)
    for (const expected of states.slice(1)) {
      stack = redo(stack)
      expect(toDocument(stack.design), `seed ${round}, done again`).toEqual(expected)
    }
  }
})

function createRandomCommand(design: Design, random: Random, newId: () => string): Command {
  const ids = Object.keys(design.nodes)
  const id = ids.length === 0 ? 'none' : random.pick(ids)
  const holders = [null, ...ids.filter((one) => (design.nodes[one]?.children.length ?? 0) > 0)]
  const parent = random.pick(holders)
  const siblings = parent === null ? design.root : (design.nodes[parent]?.children ?? [])
  const at = { parent, index: random.below(siblings.length + 1) }
  switch (random.below(10)) {
    case 0: {
      const added = newId()
      const texts = { de: { [`${added}.label`]: 'X', 'gone.label': 'X' } }
      return { kind: 'insertNodes', at, nodes: [text(added)], texts }
    }
    case 1:
      return { kind: 'removeNodes', ids: random.chance(50) ? [id] : [id, random.pick(ids)] }
    case 2:
    case 3:
      return { kind: 'moveNode', id, to: at }
    case 4: {
      const from = random.below(siblings.length + 1)
      return { kind: 'wrapNodes', ids: siblings.slice(from, from + 2), container: { ...section(newId(), []) } }
    }
    case 5:
      return { kind: 'unwrapNode', id }
    case 6:
      return {
        kind: 'setProperty',
        id,
        name: random.pick(['label', 'help']),
        ...(random.chance(70) ? { value: 'x' } : {}),
      }
    case 7:
      return {
        kind: 'setText',
        locale: random.pick(['de', 'fr']),
        name: `${id}.label`,
        text: random.chance(60) ? 'T' : null,
      }
    case 8:
      return { kind: 'insertNodes', at, ...renewIds(copyNodes(design, ids.length === 0 ? [] : [id]), newId) }
    default:
      return {
        kind: 'doAll',
        commands: [
          { kind: 'setKey', id, key: newId() },
          { kind: 'moveNode', id, to: at },
        ],
      }
  }
}
