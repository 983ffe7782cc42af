import type { ModdleElement } from '@millrace/bpmn/moddle'
import { openFile } from '@millrace/bpmn/testing'
import { modellerTexts } from '@millrace/contract/modeller-texts'
import { describe, expect, it } from 'vitest'
import { t } from '../../../../lib/i18n.ts'
import { addTexts } from '../../../../lib/languages.ts'
import '../../../../lib/page-texts.ts'
import { findUnknown } from '../../problems/find-unknown.ts'
import { nothingKnown } from '../../problems/known-things.ts'
import { readGraph } from '../../simulation/graph.ts'
import { describeElement } from '../describe-element.ts'
import { describeTarget } from '../references.ts'
import { listVariables } from '../variables/list-variables.ts'
import { listSections } from './list-sections.ts'
import { readText } from './row-text.ts'

addTexts('translation', modellerTexts)

const xml = `<definitions xmlns="http://www.omg.org/spec/BPMN/20100524/MODEL" xmlns:millrace="urn:millrace:bpmn:1.0" millrace:dialect="millrace" targetNamespace="t">
  <collaboration id="c"><participant id="pool" name="Pool" processRef="p"/></collaboration>
  <process id="p" isExecutable="true"><documentation>Why</documentation>
    <startEvent id="start" name="Start"><timerEventDefinition id="timer"><timeDuration>PT1H</timeDuration></timerEventDefinition></startEvent>
    <sequenceFlow id="flow" name="Flow" sourceRef="start" targetRef="work"/>
    <userTask id="work" name="Work" millrace:assignee="grace" millrace:formKey="form"><multiInstanceLoopCharacteristics id="loop"><loopCardinality>2</loopCardinality></multiInstanceLoopCharacteristics></userTask>
    <boundaryEvent id="late" attachedToRef="work"><timerEventDefinition id="t"><timeDuration>PT1H</timeDuration></timerEventDefinition></boundaryEvent>
    <scriptTask id="script" scriptFormat="feel"><script>1</script></scriptTask>
    <exclusiveGateway id="gateway" default="flow"/>
  </process></definitions>`

const ids = ['pool', 'p', 'start', 'flow', 'work', 'late', 'script', 'gateway']

/** What bpmn-js does when a label is emptied, a flow is let go, or a default flow is taken away. */
function setAllToNull(element: ModdleElement & { $descriptor?: { properties: { name: string }[] } }) {
  const written = Object.keys(element).filter((name) => !name.startsWith('$') && name !== 'id' && name !== 'di')
  const held = ['loopCharacteristics', 'extensionElements', 'eventDefinitions']
  const described = ['name', 'script', 'processRef', 'targetRef', 'sourceRef', 'attachedToRef', 'default']
  for (const name of new Set([...written, ...described, ...held])) element.set(name, null)
}

describe('an element whose properties bpmn-js has set to null', () => {
  it.each(ids)('is read as one without them: %s', async (id) => {
    const { get } = await openFile(xml)
    const element = get(id)
    setAllToNull(element)
    const texts = listSections(element).flatMap(({ parts }) =>
      parts.flatMap((part) => part.rows.map((row) => [row.property.name, readText(part.element, row)])),
    )
    expect(texts.filter(([name, text]) => name !== 'id' && /null|undefined/.test(text ?? ''))).toEqual([])
    const set = listSections(element).flatMap(({ rows }) => rows.filter(({ isSet }) => isSet))
    expect(set.map(({ property }) => property.name).filter((name) => name !== 'id')).toEqual([])
    expect([describeElement(element, t), describeTarget(element, t)].join()).not.toMatch(/null|undefined/)
  })

  it('is walked through and checked with the others', async () => {
    const { get } = await openFile(xml)
    const elements = ids.map(get)
    for (const element of elements) setAllToNull(element)
    expect(await findUnknown(elements, nothingKnown)).toEqual([])
    expect(listVariables(elements, nothingKnown).map(({ name }) => name)).not.toContain('null')
    const graph = readGraph(elements)
    expect(JSON.stringify([...graph])).not.toMatch(/"(null|undefined)"/)
  })
})
