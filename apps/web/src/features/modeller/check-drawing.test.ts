import { join, relative } from 'node:path'
import { runInNewContext } from 'node:vm'
import { bpmnOf, rawXml } from '@millrace/bpmn/builder'
import { build, type Rolldown } from 'vite'
import { describe, expect, it } from 'vitest'
import { checkDrawing } from './check-drawing.ts'

const drawing = (attributes: string, condition: string) =>
  bpmnOf(
    'millrace',
  )`<process id="p" isExecutable="true"><startEvent id="start"/><userTask id="task" millrace:candidateGroups="staff" ${rawXml(attributes)}/>
    <sequenceFlow id="a" sourceRef="start" targetRef="task"/><exclusiveGateway id="choice" default="c"/><sequenceFlow id="b" sourceRef="task" targetRef="choice"/>
    <endEvent id="yes"/><endEvent id="no"/><sequenceFlow id="c" sourceRef="choice" targetRef="no"/>
    <sequenceFlow id="d" sourceRef="choice" targetRef="yes"><conditionExpression>${rawXml(condition)}</conditionExpression></sequenceFlow></process>`

const check = (xml: string) =>
  checkDrawing(xml).map(({ code, severity, elementId }) => `${severity} ${code} ${elementId}`)

describe('a drawing in the browser', () => {
  it('has no errors when it would be deployed without any', () => {
    expect(check(drawing('millrace:dueDate="P1D"', '= amount &gt; 10'))).toEqual([])
  })

  it('is checked from its text to the expressions and times in it', () => {
    const xml = drawing('millrace:dueDate="next week" assignee="ann"', '= amount &gt;')
    expect(check(xml)).toEqual([
      'error bpmn.unknown-attribute task',
      'error timer.invalid task',
      'error expression.invalid d',
    ])
    expect(checkDrawing(xml)[0]).toMatchObject({ line: expect.any(Number), column: expect.any(Number) })
    expect(check('<definitions>')).toEqual(['error xml.malformed null'])
  })
})

describe('the chunk that checks drawings', () => {
  it('has the checks and none of the engine, and needs neither a server nor a page', async () => {
    const { code, modules } = await bundle()
    expect(modules).toContain('packages/bpmn/src/checks/texts/texts.ts')
    expect(modules.filter((path) => /^packages\/engine\/|^apps\/server\//.test(path))).toEqual([])
    // Nothing but the language itself: no page, no Node.
    const xml = JSON.stringify(drawing('', '= amount &gt;'))
    const problems = runInNewContext(`${code}\nJSON.stringify(drawings.checkDrawing(${xml}))`, {})
    expect(JSON.parse(problems)).toMatchObject([{ code: 'expression.invalid', elementId: 'd' }])
  })
})

async function bundle(): Promise<{ code: string; modules: string[] }> {
  const root = join(import.meta.dirname, '../../../../..')
  const entry = join(import.meta.dirname, 'check-drawing.ts')
  const result = (await build({
    configFile: false,
    logLevel: 'silent',
    root,
    build: { write: false, minify: false, lib: { entry, formats: ['iife'], name: 'drawings', fileName: 'check' } },
  })) as Rolldown.RolldownOutput[]
  const chunks = result.flatMap(({ output }) => output.flatMap((one) => (one.type === 'chunk' ? [one] : [])))
  const paths = chunks.flatMap((chunk) => Object.keys(chunk.modules))
  return {
    code: chunks.map(({ code }) => code).join('\n'),
    modules: paths.map((path) => relative(root, path).replaceAll('\\', '/')),
  }
}
