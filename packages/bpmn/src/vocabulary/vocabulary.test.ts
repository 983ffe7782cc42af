import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { findBpmnAttributes } from './attributes.ts'
import { bpmnElementNames } from './elements.ts'
import { vocabulary } from './index.ts'

const source = join(import.meta.dirname, '..')
const readers = globSync('{read,schema,checks,dialects}/**/*.ts', { cwd: source })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !path.endsWith('.test.ts'))

function codeOf(path: string): string {
  return readFileSync(join(source, path), 'utf8').replaceAll(/\/\*[\s\S]*?\*\/|\/\/.*/g, '')
}

function literalsOf(path: string): string[] {
  return [...codeOf(path).matchAll(/'([^'\n]*)'/g)].map(([, literal]) => literal ?? '')
}

describe('the vocabulary', () => {
  it('is the only place that names a property', () => {
    const names = new Set(vocabulary.flatMap(({ name, names }) => [name, ...Object.values(names)]))
    const wordsOfTheModel = new Set(
      globSync('model/*.ts', { cwd: source }).flatMap((path) => codeOf(path).match(/\w+/g)),
    )
    // A field of a Flowable task, and a constraint of a form field: names that a model chooses.
    const named = new Set(['sameDeployment', 'required'])
    const found = readers.flatMap((path) =>
      literalsOf(path)
        .filter((literal) => names.has(literal) && !bpmnElementNames.has(literal))
        .filter((literal) => !wordsOfTheModel.has(literal) && !named.has(literal))
        .map((literal) => `${path}: ${literal}`),
    )
    expect(readers.length).toBeGreaterThan(80)
    expect(found).toEqual([])
  })

  it('is the only way to an attribute', () => {
    const reaching = readers.filter((path) => /\.attributes\b|(?<!\w)attribute\(/.test(codeOf(path)))
    expect(reaching.toSorted()).toEqual([
      // Which namespaces are used, which attributes there are, and what a diagram draws, which is not of BPMN's model.
      'dialects/detect-dialect.ts',
      'schema/attributes.ts',
      'schema/diagram.ts',
    ])
  })

  it('names elements of BPMN where it speaks of attributes and children of BPMN', () => {
    const standard = vocabulary.filter(({ place }) => place === 'attribute')
    expect(standard.flatMap(({ on }) => on).filter((name) => !bpmnElementNames.has(name))).toEqual([])
    const children = vocabulary.filter(({ place }) => place === 'child')
    // A reference that stands in an element of its own is read, and reported as no element of BPMN.
    const named = children.map(({ name }) => name).filter((name) => !name.endsWith('Ref'))
    expect(named.filter((name) => !bpmnElementNames.has(name))).toEqual([])
  })

  it('has a property once at each place', () => {
    const places = vocabulary.flatMap(({ on, place, name }) => on.map((element) => `${element} ${place} ${name}`))
    expect(places.filter((place, index) => places.indexOf(place) < index)).toEqual([])
  })

  it('says what a choice is made from, and only for a choice', () => {
    const wrong = vocabulary.filter(({ value, options }) => (value === 'choice') !== options.length > 0)
    expect(wrong.map(({ name }) => name)).toEqual([])
  })

  it('calls things as each dialect does', () => {
    const find = (name: string) => vocabulary.find((one) => one.name === name)
    expect(find('asyncAfter')?.keys).toEqual([
      '{http://camunda.org/schema/1.0/bpmn}asyncAfter',
      '{http://www.camunda.com/fox}asyncAfter',
      '{http://operaton.org/schema/1.0/bpmn}asyncAfter',
      '{http://flowable.org/bpmn}asyncAfter',
      '{http://flowable.org/bpmn}asyncLeave',
      '{http://activiti.org/bpmn}asyncAfter',
      '{http://activiti.org/bpmn}asyncLeave',
      '{urn:millrace:bpmn:1.0}asyncAfter',
    ])
  })

  it('gives BPMN’s own attributes by element', () => {
    expect([...(findBpmnAttributes('adHocSubProcess')?.keys() ?? [])].toSorted()).toEqual([
      'cancelRemainingInstances',
      'completionQuantity',
      'default',
      'id',
      'isForCompensation',
      'name',
      'ordering',
      'startQuantity',
      'triggeredByEvent',
    ])
    expect(findBpmnAttributes('textAnnotation')).toBeUndefined()
  })
})
