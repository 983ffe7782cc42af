import { zip } from '../../../apps/server/src/testing/zip.ts'
import { type Attack, type Attacker, type Ending, endingOf } from '../attack.ts'
import { begin, makeList, makeProcess, step, text, workbook } from '../designing.ts'
import { bpmn, cdata, decisionTable, many, path, scriptTask } from '../models.ts'

/** Whoever designs: what is imported, tried, shown before it is saved, and tested before it is deployed. */
const spent = '422 budget.exceeded'

function importRows(name: string, file: () => Buffer, ends: readonly string[]): Attack {
  return {
    name: `rows of a data list: ${name}`,
    within: 30_000,
    ends,
    run: async (attacker) => {
      const list = await makeList(attacker)
      return endingOf(await attacker.upload(`${list}/import?mode=add&whenFaulty=skip`, { 'rows.xlsx': file() }))
    },
  }
}

function importFiles(name: string, files: () => Readonly<Record<string, string | Buffer>>, ends: readonly string[]) {
  const attack: Attack = {
    name: `files for an application: ${name}`,
    within: 30_000,
    ends,
    run: async (attacker) => endingOf(await attacker.upload('/applications/0/import/read', files())),
  }
  return attack
}

/** Tries a process as it is drawn. */
function trial(
  name: string,
  inside: string,
  { steps = [begin()], ends = ['200', spent] }: { steps?: readonly object[]; ends?: readonly string[] } = {},
): Attack {
  return {
    name: `a trial: ${name}`,
    within: 15_000,
    ends,
    run: async (attacker) => {
      const { key, process } = await makeProcess(attacker)
      return tryOut(attacker, { key, process }, { inside, steps })
    },
  }
}

async function tryOut(
  attacker: Attacker,
  { key, process }: { readonly key: string; readonly process: string },
  { inside, steps }: { readonly inside: string; readonly steps: readonly object[] },
): Promise<Ending> {
  return endingOf(await attacker.design('POST', `${process}/try`, { xml: bpmn(key, inside), steps }))
}

const once = (activity: string) =>
  `<startEvent id="start"/>${activity}<userTask id="after"/>${path('start', 'step', 'after')}`
const looping = `<startEvent id="start"/><userTask id="again"/>${path('start', 'again', 'again')}`
const texts = (size: number, amount: number) =>
  Array.from({ length: amount }, (_, index) => ({ name: `v${index}`, type: 'String', value: 'x'.repeat(size) }))
const burning = cdata('while (true);')

export const designs: readonly Attack[] = [
  importRows('a sheet of 63 MB in a file of a hundredth', () => workbook(text('a').repeat(1_000_000)), ['200', spent]),
  importRows('more than may be unpacked', () => workbook(`<row>${' '.repeat(400_000_000)}</row>`), [
    '422 file.refused',
  ]),
  importRows(
    'a long text that a hundred thousand cells share',
    () =>
      workbook(
        `${text('A')}${'<row><c t="s"><v>0</v></c></row>'.repeat(100_000)}`,
        `<si><t>${'a'.repeat(30_000)}</t></si>`,
      ),
    ['200', spent, '422 file.refused'],
  ),
  importRows('a text of 60 MB in one cell', () => workbook(`${text('A')}${text('x'.repeat(60_000_000))}`), [
    '200',
    spent,
  ]),
  importFiles(
    'four hundred megabytes of nothing in an archive',
    () => ({
      'a.zip': zip(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`${n}.bpmn`, ' '.repeat(50_000_000)]))),
    }),
    ['422 import.file-invalid', '400 import.file-invalid'],
  ),
  importFiles('a hundred models of ten thousand tasks', () => {
    const model = (n: number) =>
      bpmn(`m${n}`, `<startEvent id="s"/>${many(9000, (t) => `<userTask id="t${t}"/>`)}${path('s', 't0')}`)
    return { 'a.zip': zip(Object.fromEntries(Array.from({ length: 100 }, (_, n) => [`${n}.bpmn`, model(n)]))) }
  }, ['200', spent, '422 import.file-invalid', '400 import.file-invalid']),
  importFiles(
    'twenty thousand files',
    () => ({ 'a.zip': zip(Object.fromEntries(Array.from({ length: 20_000 }, (_, n) => [`${n}.txt`, 'x']))) }),
    ['422 import.file-invalid', '400 import.file-invalid'],
  ),
  trial('a script without end', once(scriptTask('while (true);'))),
  trial(
    'a loop without end',
    `<startEvent id="start"/><exclusiveGateway id="a"/><exclusiveGateway id="b"/>${path('start', 'a', 'b', 'a')}`,
  ),
  trial(
    'a multi-instance of 10,000,000',
    once(
      '<userTask id="step"><multiInstanceLoopCharacteristics><loopCardinality>10000000</loopCardinality></multiInstanceLoopCharacteristics></userTask>',
    ),
  ),
  trial(
    '10,000 open tasks, as often as there may be steps',
    once(
      '<userTask id="step"><multiInstanceLoopCharacteristics><loopCardinality>10000</loopCardinality></multiInstanceLoopCharacteristics></userTask>',
    ),
    { steps: [begin(), ...Array.from({ length: 499 }, () => step('step'))] },
  ),
  trial('500 steps that each write 100,000 characters', looping, {
    steps: [begin(), ...Array.from({ length: 90 }, () => step('again', texts(100_000, 1)))],
  }),
  trial('an answer of a hundred megabytes', once('<userTask id="step"/>'), {
    steps: [
      begin(texts(10_000, 200)),
      ...Array.from({ length: 4 }, () => ({ kind: 'set', variables: texts(10_000, 200) })),
    ],
  }),
  {
    name: 'a hundred test cases without end, twice: run, and before a deployment',
    within: 90_000,
    ends: ['409 application.tests-failed', spent],
    run: async (attacker) => {
      const { key, application, process } = await makeProcess(attacker)
      const xml = bpmn(
        key,
        once(`<scriptTask id="step" scriptFormat="javascript"><script>${burning}</script></scriptTask>`),
      )
      const expected = { status: 'running', path: null, passed: null, variables: [] }
      let last = await attacker.design('GET', process)
      for (let test = 0; test < 100; test++)
        last = await attacker.design('POST', `${process}/tests`, { name: `t${test}`, steps: [begin()], expected })
      if (last.status !== 200) return endingOf(last)
      const startedAt = performance.now()
      await attacker.design('POST', `${process}/tests/run`, { xml })
      await attacker.design('POST', `${process}/saveProcessDesign`, { xml, comment: null })
      last = await attacker.design('POST', `${application}/deploy`, {})
      return { ...endingOf(last), ms: performance.now() - startedAt }
    },
  },
  {
    name: 'a mail of 200,000 characters of elements in one another, shown twenty times',
    within: 30_000,
    ends: ['200', spent, '422 template.invalid'],
    run: async (attacker) => {
      const html = `${'<b>'.repeat(40_000)}x`
      let last = await attacker.design('POST', '/templates/email-template/preview', { subject: 'x', html })
      for (let time = 0; time < 19; time++)
        last = await attacker.design('POST', '/templates/email-template/preview', { subject: 'x', html })
      return endingOf(last)
    },
  },
  {
    name: 'a mail of placeholders that each stand for much',
    within: 15_000,
    ends: ['200', spent, '422 template.invalid'],
    run: async (attacker) => {
      const html = '${s}'.repeat(40_000)
      const body = { subject: 'x', html, sample: { s: 'y'.repeat(500_000) } }
      return endingOf(await attacker.design('POST', '/templates/email-template/preview', body))
    },
  },
  {
    name: 'a form of another product with lists in lists, and one with 50,000 fields',
    within: 30_000,
    ends: ['200', spent, '422 design.invalid', '400 design.invalid'],
    run: async (attacker) => {
      const read = (value: string) => attacker.design('POST', '/applications/0/appforms/read-file', { text: value })
      const group = '{"type":"group","components":['
      await read(`{"type":"default","components":[${group.repeat(5000)}${']}'.repeat(5000)}]}`)
      const fields = many(50_000, (n) => `${n > 0 ? ',' : ''}{"type":"textfield","key":"f${n}","label":"F"}`)
      return endingOf(await read(`{"type":"default","components":[${fields}]}`))
    },
  },
  {
    name: 'decisions of 30,000 rows, imported three times and deployed',
    within: 60_000,
    // Three of them at once may be more than a thread may hold, which names the file.
    ends: ['200', spent, '422 app-decision.file-invalid', '400 app-decision.file-invalid', '422 deployment.invalid'],
    run: async (attacker) => {
      const { key, application } = await makeProcess(attacker)
      let last = await attacker.design('GET', application)
      for (let time = 0; time < 3; time++) {
        const file = { 'table.dmn': decisionTable(`${key}x${time}`, 30_000) }
        last = await attacker.upload(`${application}/appdecisions/import`, file)
      }
      if (last.status !== 200) return endingOf(last)
      const startedAt = performance.now()
      return {
        ...endingOf(await attacker.design('POST', `${application}/deploy`, {})),
        ms: performance.now() - startedAt,
      }
    },
  },
]
