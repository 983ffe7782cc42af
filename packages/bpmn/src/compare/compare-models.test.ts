import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { openFile } from '../testing/moddle.ts'
import { compareModels, type ElementDifference, type PropertyValue } from './index.ts'

const order = readFileSync(
  new URL('../../../../apps/server/src/operations/samples/models/purchase-request.bpmn', import.meta.url),
  'utf8',
)

function file(steps: string, { roots = '', drawing = '', words = 'millrace' } = {}): string {
  const uri = { millrace: 'urn:millrace:bpmn:1.0', camunda: 'http://camunda.org/schema/1.0/bpmn' }[words]
  return `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:v="${uri}"
    xmlns:di="http://www.omg.org/spec/BPMN/20100524/DI" xmlns:dc="http://www.omg.org/spec/DD/20100524/DC"
    xmlns:color="http://www.omg.org/spec/BPMN/non-normative/color/1.0" targetNamespace="t">${roots}
    <process id="p" isExecutable="true">${steps}</process>${drawing}</definitions>`
}

function compare(before: string, after: string): readonly ElementDifference[] {
  const comparison = compareModels(before, after)
  if (!comparison.ok) throw new Error(`Expected both to be read, but not what was ${comparison.unreadable}.`)
  return comparison.differences
}

/** One line for each thing that is another: `task changed assignee: ann → bob`. */
function listDifferences(before: string, after: string): string[] {
  return compare(before, after).flatMap(({ id, kind, properties }) =>
    properties.length === 0
      ? [`${id} ${kind}`]
      : properties.map(
          ({ path, before: was, after: is }) =>
            `${id} ${kind} ${path.map(({ name, item }) => (item === null ? name : `${name} “${item}”`)).join(' › ')}: ${write(was)} → ${write(is)}`,
        ),
  )
}

function write(value: PropertyValue | null): string {
  if (value === null) return '–'
  const inside = value.parts.map(({ name, value: inner }) => `${name}=${write(inner)}`).join(', ')
  return [value.leadsTo ?? value.text ?? '', inside].filter((text) => text !== '').join(' ')
}

describe('two files are compared', () => {
  it('and are the same when nothing but their writing is another', async () => {
    expect(compare(order, order)).toEqual([])
    const saved = await (await openFile(order)).save()
    expect(saved).not.toBe(order)
    expect(listDifferences(order, saved)).toEqual([])
  })

  it.each(['camunda', 'flowable', 'millrace'])(
    'and an editor’s own save of everything in %s is no change',
    async (name) => {
      const xml = readFileSync(new URL(`../moddle/fixtures/everything.${name}.bpmn`, import.meta.url), 'utf8')
      const opened = await openFile(xml)
      opened.root.set('millrace:dialect', name)
      expect(listDifferences(xml, await opened.save())).toEqual([])
    },
  )

  it('and steps that come and go are reported, with those of the file now first', () => {
    expect(listDifferences(file('<task id="a" name="Ask"/>'), file('<userTask id="b"/>'))).toEqual([
      'b added',
      'a removed',
    ])
    expect(compare(file('<task id="a" name="Ask"/>'), file(''))).toEqual([
      { id: 'a', type: 'task', name: 'Ask', kind: 'removed', properties: [], isDrawnAnew: false },
    ])
  })

  it('and what a step has is reported by the words of the vocabulary, whichever dialect it is in', () => {
    expect(
      listDifferences(
        file('<userTask id="a" name="Ask" v:assignee="ann" v:formKey="old"/>', { words: 'camunda' }),
        file('<userTask id="a" name="Ask them" v:assignee="bob" v:candidateGroups="sales"/>', { words: 'camunda' }),
      ),
    ).toEqual([
      'a changed name: Ask → Ask them',
      'a changed assignee: ann → bob',
      'a changed candidateGroups: – → sales',
      'a changed formKey: old → –',
    ])
    const moved = listDifferences(
      file('<userTask id="a" v:assignee="ann"/>', { words: 'camunda' }),
      file('<userTask id="a" v:assignee="ann"/>'),
    )
    expect(moved).toEqual([' changed dialect: camunda → millrace'])
  })

  it('and another kind of step under the same id is reported as such', () => {
    expect(listDifferences(file('<task id="a"/>'), file('<userTask id="a"/>'))).toEqual([
      'a changed elementType: task → userTask',
    ])
  })

  it('and conditions, ways and defaults of flows are reported with the names of what they lead to', () => {
    const steps = '<exclusiveGateway id="g"/><task id="a" name="Ask"/><task id="b" name="Buy"/>'
    const flow = (target: string, condition: string) =>
      `${steps}<sequenceFlow id="f" sourceRef="g" targetRef="${target}"><conditionExpression>${condition}</conditionExpression></sequenceFlow>`
    expect(listDifferences(file(flow('a', '=x > 1')), file(flow('b', '=x > 2')))).toEqual([
      'f changed targetRef: Ask → Buy',
      'f changed conditionExpression: =x > 1 → =x > 2',
    ])
    // A step that is renamed changes no flow to it.
    expect(listDifferences(file(flow('a', '=x')), file(flow('a', '=x').replace('"Ask"', '"Query"')))).toEqual([
      'a changed name: Ask → Query',
    ])
  })

  it('and timers, loops and fields of forms are reported by where they stand', () => {
    const before = `<boundaryEvent id="e" attachedToRef="a"><timerEventDefinition id="t1"><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
      <userTask id="a"><extensionElements><v:formData><v:formField id="amount" label="Amount" type="long"/><v:formField id="why" type="string"/></v:formData></extensionElements></userTask>`
    const after = `<boundaryEvent id="e" attachedToRef="a"><timerEventDefinition id="t2"><timeDuration>PT2H</timeDuration></timerEventDefinition></boundaryEvent>
      <userTask id="a"><extensionElements><v:formData><v:formField id="amount" label="Sum" type="long"/><v:formField id="who" label="Who" type="string"/></v:formData></extensionElements>
      <multiInstanceLoopCharacteristics isSequential="true" v:collection="items"/></userTask>`
    expect(listDifferences(file(before, { words: 'camunda' }), file(after, { words: 'camunda' }))).toEqual([
      'e changed timerEventDefinition › timeDuration: PT1H → PT2H',
      'a changed formData › formField “amount” › label: Amount → Sum',
      'a changed formData › formField “who”: – → id=who, label=Who, type=string',
      'a changed formData › formField “why”: id=why, type=string → –',
      'a changed multiInstanceLoopCharacteristics: – → isSequential=true, collection=items',
    ])
  })

  it('and what is said outright but is so anyway is no change', () => {
    expect(
      listDifferences(
        file('<boundaryEvent id="e" attachedToRef="a"/><userTask id="a" v:exclusive="true"/>'),
        file('<boundaryEvent id="e" attachedToRef="a" cancelActivity="true"/><userTask id="a"/>'),
      ),
    ).toEqual([])
  })

  it('and a step in another lane or sub-process is reported, not the lane', () => {
    const lanes = (first: string, second: string) =>
      `<laneSet id="s"><lane id="l1" name="Sales">${first}</lane><lane id="l2" name="Store">${second}</lane></laneSet><task id="a"/>`
    const member = '<flowNodeRef>a</flowNodeRef>'
    expect(listDifferences(file(lanes(member, '')), file(lanes('', member)))).toEqual(['a changed lane: Sales → Store'])
    expect(
      listDifferences(
        file('<subProcess id="s" name="Pack"/><task id="a"/>'),
        file('<subProcess id="s" name="Pack"><task id="a"/></subProcess>'),
      ),
    ).toEqual(['a changed scope:  → Pack'])
  })

  it('and messages and the process itself are reported by themselves', () => {
    const steps = '<startEvent id="s"><messageEventDefinition messageRef="m"/></startEvent>'
    const before = file(steps, { roots: '<message id="m" name="Order"/>' })
    expect(listDifferences(before, file(steps, { roots: '<message id="m" name="Order 2"/>' }))).toEqual([
      'm changed name: Order → Order 2',
    ])
    expect(listDifferences(before, before.replace('id="p"', 'id="q" name="Shop"'))).toEqual([
      'q changed id: p → q',
      'q changed name: – → Shop',
    ])
  })

  it('and a place, a way or a colour that is another is drawing alone', () => {
    const drawn = (x: string, more = '') =>
      file('<task id="a"/>', {
        drawing: `<di:BPMNDiagram id="d"><di:BPMNPlane id="pl" bpmnElement="p"><di:BPMNShape id="sh${x}" bpmnElement="a" ${more}><dc:Bounds x="${x}" y="1" width="100" height="80"/></di:BPMNShape></di:BPMNPlane></di:BPMNDiagram>`,
      })
    expect(listDifferences(drawn('10'), drawn('10.0'))).toEqual([])
    expect(listDifferences(drawn('10'), drawn('90'))).toEqual(['a moved'])
    expect(listDifferences(drawn('10'), drawn('10', 'color:border-color="#FF0000"'))).toEqual(['a moved'])
  })

  it('and one that is no XML is named', () => {
    expect(compareModels('no file', order)).toEqual({ ok: false, unreadable: 'before' })
    expect(compareModels(order, '<a>')).toEqual({ ok: false, unreadable: 'after' })
  })

  it('and a diagram of 2,000 steps takes no longer than reading it needs', () => {
    const steps = (name: string) =>
      Array.from({ length: 2_000 }, (_, at) => `<userTask id="t${at}" name="${name} ${at}" v:assignee="ann"/>`).join('')
    expect(compare(file(steps('Ask')), file(steps('Tell')))).toHaveLength(2_000)
  })
})
