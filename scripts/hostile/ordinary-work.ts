import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Attacker } from './attack.ts'
import { begin, makeList, makeProcess, step, text, workbook } from './designing.ts'
import { bpmn, decisionTable, httpTask, oneActivity, path, scriptTask, timerEvent } from './models.ts'

/**
 * Runs ordinary work for a while, partly concurrently, so that code is compiled, connections are open, threads are
 * started and models are cached before the measurement.
 */
export async function workOrdinarily(attacker: Attacker): Promise<void> {
  await attacker.deploy({
    'script.bpmn': oneActivity('script', scriptTask('sum(for a in 1..2000 return a)', 'feel')),
    'person.bpmn': oneActivity('person', '<userTask id="step"/>'),
    'few.dmn': decisionTable('few', 100),
  })
  const variables = Object.fromEntries(
    Array.from({ length: 20 }, (_, index) => [`v${index}`, { value: `text ${index}`, type: 'String' }]),
  )
  const workOnce = async () => {
    await attacker.call('POST', '/process-definition/key/script/start', { variables })
    const { body } = await attacker.call('POST', '/process-definition/key/person/start', { variables })
    const [task] = (await attacker.call('GET', `/task?processInstanceId=${body.id}`)).body
    await attacker.call('POST', `/task/${task.id}/complete`, { variables })
    await attacker.call('POST', '/decision-definition/key/few/evaluate', { variables: { x: { value: 'v1' } } })
    await attacker.call('GET', '/history/variable-instance?maxResults=50')
  }
  const worker = async () => {
    for (let time = 0; time < 25; time++) await workOnce()
  }
  await Promise.all(Array.from({ length: 8 }, worker))
  for (let time = 0; time < 5; time++) await designOrdinarily(attacker)
  await workInBackground(attacker)
  await decideOrdinarily(attacker)
  await fillThreads(attacker)
}

/**
 * Has all threads that one workplace gets busy at the same time, a few times. What they allocate outside of their heaps is
 * in one arena of the C library, which keeps the most that it ever had: 6 MB after one thread, 29 to 40 MB after several,
 * measured. An attack would be told to have left that behind, and the next one is not.
 */
async function fillThreads(attacker: Attacker): Promise<void> {
  const script = scriptTask('let n = 0; while (n < 3e6) n++; n')
  await attacker.deploy({ 'filling.bpmn': oneActivity('filling', script) })
  const start = ['POST', '/process-definition/key/filling/start', {}] as const
  const startAll = () =>
    Promise.all([
      ...Array.from({ length: 6 }, () => attacker.call(...start)),
      ...Array.from({ length: 6 }, () => attacker.callAs({ token: attacker.program.token }, ...start)),
    ])
  for (let time = 0; time < 3; time++) await startAll()
}

/**
 * As many decisions as a server keeps in memory, which is 8 MB of their files: one that has worked for days has them, and
 * an attack only takes the place of some.
 */
async function decideOrdinarily(attacker: Attacker): Promise<void> {
  for (let number = 0; number < 12; number++) {
    const key = `prices${number}`
    await attacker.deploy({ [`${key}.dmn`]: decisionTable(key, 5_000) })
    await attacker.call('POST', `/decision-definition/key/${key}/evaluate`, { variables: { x: { value: 'v1' } } })
  }
}

/** Timers, calls of other servers and steps that are jobs, until all of them are done. */
async function workInBackground(attacker: Attacker): Promise<void> {
  const other = createServer((_, answer) => void answer.end('{}')).listen(0, '127.0.0.1')
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const script = scriptTask('sum(for a in 1..2000 return a)', 'feel').replace('id=', 'camunda:asyncBefore="true" id=')
  const kinds = { asking: httpTask(port), timing: timerEvent, computing: script }
  for (const [key, activity] of Object.entries(kinds)) {
    await attacker.deploy({ [`${key}.bpmn`]: oneActivity(key, activity) })
    const start = () => attacker.call('POST', `/process-definition/key/${key}/start`, {})
    for (let time = 0; time < 10; time++) await Promise.all(Array.from({ length: 8 }, start))
  }
  while ((await attacker.call('GET', '/job/count')).body.count > 0) await sleep(200)
  other.close()
}

/** An application with all that is read by parts of the program that are loaded when they are first used. */
async function designOrdinarily(attacker: Attacker): Promise<void> {
  const { key, application, process } = await makeProcess(attacker)
  const xml = bpmn(key, `<startEvent id="start"/><userTask id="step"/>${path('start', 'step')}`)
  await attacker.design('POST', `${process}/try`, { xml, steps: [begin(), step('step')] })
  await attacker.design('GET', process)
  await attacker.design('POST', `${process}/saveProcessDesign`, { xml, comment: null })
  await attacker.upload(`${application}/appdecisions/import`, { 'table.dmn': decisionTable(`${key}few`, 100) })
  await attacker.design('POST', `${application}/deploy`, {})
  const list = await makeList(attacker)
  const rows = workbook(text('a').repeat(1000))
  await attacker.upload(`${list}/import?mode=add&whenFaulty=skip`, { 'rows.xlsx': rows })
  await attacker.upload('/applications/0/import/read', { 'model.bpmn': xml })
  const form = '{"type":"default","components":[{"type":"textfield","key":"name","label":"Name"}]}'
  await attacker.design('POST', '/applications/0/appforms/read-file', { text: form })
  await attacker.design('POST', '/templates/email-template/preview', {
    subject: 'x',
    html: '<p>${s}</p>',
    sample: { s: 'y' },
  })
}
