import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import * as api from './api.ts'
import type { Call } from './call.ts'
import { errors } from './errors.ts'
import { liveTopics } from './live-topics.ts'
import { liveTouches } from './live-touches.ts'

const calls: [string, Call][] = Object.entries(api).flatMap(([subject, group]) =>
  Object.entries<Call>(group).map(([name, call]): [string, Call] => [`${subject}.${name}`, call]),
)

// One test of all calls for each promise: thousands of tests cost more than what they ask.
describe('each call', () => {
  it('knows its name', () => {
    expect(calls.filter(([name, call]) => call.name !== name)).toEqual([])
  })

  it('describes exactly the parameters of its path', () => {
    for (const [name, call] of calls) {
      const inPath = [...call.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1])
      const described = call.params instanceof z.ZodObject ? Object.keys(call.params.shape) : []
      expect([name, ...described.sort()]).toEqual([name, ...inPath.sort()])
    }
  })

  it('can be written as JSON schema', () => {
    for (const [name, call] of calls)
      for (const schema of [call.params, call.query, call.body, call.answer])
        if (schema instanceof z.ZodType) expect(() => z.toJSONSchema(schema, { io: 'input' }), name).not.toThrow()
  })

  it('names only errors of the registry', () => {
    for (const [name, call] of calls) for (const code of call.errors ?? []) expect(errors, name).toHaveProperty([code])
  })

  it('that changes something says which reading calls it makes out of date', () => {
    const reading = calls.filter(([, { method, isChange }]) => method === 'GET' && !isChange).map(([name]) => name)
    const known = new Set([...reading, ...reading.map((name) => name.split('.')[0])])
    for (const [name, { touches }] of calls.filter(([, call]) => call.method !== 'GET' || call.isChange))
      expect([name, touches?.filter((one) => !known.has(one))]).toEqual([name, []])
  })

  it('that only reads touches nothing', () => {
    const reading = calls.filter(([, call]) => call.method === 'GET' && !call.isChange)
    expect(reading.filter(([, { touches }]) => touches !== undefined)).toEqual([])
  })
})

describe('a topic of the stream of changes', () => {
  const touched = new Set(calls.flatMap(([, { touches = [] }]) => touches))

  it.each(liveTopics)('%s makes reading calls out of date, each of which a call touches', (topic) => {
    const names = liveTouches[topic]
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !touched.has(name) && !touched.has(name.split('.')[0] ?? ''))).toEqual([])
  })

  it('is followed by calls that only read', () => {
    const following = calls.filter(([, { follows }]) => follows !== undefined)
    expect(following.filter(([, { method, isChange }]) => method !== 'GET' || isChange === true)).toEqual([])
    expect(new Set(Object.values(liveTouches).flat())).toEqual(new Set(following.map(([name]) => name)))
  })

  it('is followed by whatever belongs to an instance or a task that is looked at', () => {
    const watched = /^\/(processes\/instances|tasks|about)\/\{(id|of)\}/
    const reading = calls.filter(
      ([, { method, isChange, path }]) => method === 'GET' && !isChange && watched.test(path),
    )
    const still = reading.filter(([, { follows }]) => follows === undefined).map(([name]) => name)
    expect(still.toSorted()).toEqual(Object.keys(unchanging))
  })
})

/** What is read of an instance or a task and follows no topic, and why. */
const unchanging: Readonly<Record<string, string>> = {
  'comments.download': 'a file that is attached stays as it is',
  'comments.findReaders': 'is asked for by each letter',
  'processes.form': 'a form that was sent stays as it is',
  'processes.variableContent': 'is fetched when it is downloaded',
  'tasks.formChoices': 'is asked for by each letter',
}

/** Calls that change something and may come twice, and why. */
const repeatable: Readonly<Record<string, string>> = {
  'absences.change': 'says the same',
  'account.endOtherSessions': 'then there are no others',
  'answers.answer': 'a link is good once',
  'appDecisions.autoSave': 'saves the same',
  'appDecisions.copyMultiple': 'only proposes',
  'appDecisions.discardAutoSaved': 'it is gone already',
  'appDecisions.lock': 'has it already',
  'appDecisions.unlock': 'is open already',
  'appProcesses.autoSave': 'saves the same',
  'appProcesses.copyMultiple': 'only proposes',
  'appProcesses.discardAutoSaved': 'it is gone already',
  'appProcesses.lock': 'has it already',
  'appProcesses.unlock': 'is open already',
  'applicationImports.read': 'keeps nothing',
  'auth.completeSetUp': 'a factor is added once',
  'auth.login': 'begins a session in place of the one before',
  'auth.logout': 'ends what has ended',
  'auth.logoutUnauthorized': 'ends what has ended',
  'auth.proveSecondStep': 'a code is used once',
  'auth.secondStep': 'gives another challenge',
  'auth.startSetUp': 'keeps nothing',
  'batches.pause': 'leaves it paused',
  'batches.resume': 'leaves it under way',
  'bindings.save': 'saves the same',
  'calendars.save': 'saves the same',
  'categories.addFavourite': 'is one already',
  'categories.removeFavourite': 'is none already',
  'categoryDesigns.move': 'stands there already',
  'categoryDesigns.placeProcess': 'stands there already',
  'cleanUp.run': 'one is under way already',
  'comments.change': 'has those words already',
  'dashboard.arrange': 'arranges it in the same way',
  'dashboard.arrangeForRole': 'arranges it in the same way',
  'dashboard.reset': 'comes so already',
  'dataListFeeds.remove': 'is removed already',
  'dataListFeeds.save': 'saves the same',
  'definitions.setHistoryLevel': 'says the same',
  'definitions.setJobPriority': 'says the same',
  'definitions.setTimeToLive': 'says the same',
  'definitions.suspendJobs': 'says the same',
  'directories.test': 'keeps nothing',
  'drafts.discard': 'they are gone already',
  'emailTemplates.preview': 'keeps nothing',
  'externalImports.preview': 'keeps nothing',
  'externalSystems.previewAdapter': 'keeps nothing',
  'externalSystems.testConnection': 'tells how it goes now',
  'externalSystems.tryAdapter': 'keeps nothing',
  'formDesigner.configureAutoSave': 'saves the same',
  'formDesigner.readFile': 'keeps nothing',
  'formLinks.end': 'has ended already',
  'formTemplates.autoSave': 'saves the same',
  'formTemplates.discardAutoSaved': 'it is gone already',
  'formTemplates.lock': 'has it already',
  'formTemplates.unlock': 'is open already',
  'forms.autoSave': 'saves the same',
  'forms.copyMultiple': 'only proposes',
  'forms.discardAutoSaved': 'it is gone already',
  'forms.lock': 'has it already',
  'forms.unlock': 'is open already',
  'incidentGroups.cancelBatch': 'one that has ended stays as it is',
  'jobs.resetTimer': 'is due then already',
  'jobs.setDue': 'is due then already',
  'jobs.setPriority': 'has it already',
  'jobs.setRetries': 'has them already',
  'jobs.suspend': 'is suspended already',
  'licence.upload': 'is the same licence already',
  'listViews.setDefault': 'is it already',
  'moves.plan': 'keeps nothing',
  'moves.tryMigration': 'keeps nothing',
  'moves.tryMoves': 'keeps nothing',
  'moves.tryRestart': 'keeps nothing',
  'moves.versions': 'keeps nothing',
  'notices.mark': 'is marked so already',
  'notices.markAll': 'is read already',
  'notices.saveSettings': 'saves the same',
  'openForms.pass': 'each pass is good for its visit alone',
  'openForms.save': 'each save has a secret of its own, and the one before is good no more',
  'openForms.send': 'by its visit it has come once',
  'openForms.upload': 'what no form names goes after a day',
  'packageSources.look': 'one look at a time, and the same content is received once',
  'packages.cancel': 'is cancelled already',
  'packages.dismiss': 'is dismissed already',
  'packages.export': 'exports the same, and the audit says so each time',
  'packages.preview': 'keeps nothing',
  'passwordLinks.ask': 'mails another link, and few of them',
  'passwordLinks.look': 'keeps nothing',
  'passwordLinks.use': 'a link is used once',
  'processes.discardStartDraft': 'it is gone already',
  'processes.keepStartDraft': 'keeps the same, or says draft.changed',
  'processes.setExternalTaskRetries': 'has them already',
  'processes.setIcon': 'has it already',
  'processes.tryMessage': 'keeps nothing',
  'processes.tryMoves': 'keeps nothing',
  'profile.save': 'saves the same',
  'samples.remove': 'they are gone already',
  'secondFactors.add': 'a factor is added once',
  'secondFactors.rename': 'has the name already',
  'secondFactors.renewCodes': 'gives other codes, in place of those before',
  'secondFactors.start': 'keeps nothing',
  'shell.updateTenant': 'begins a session in place of the one before',
  'standalone.verifyCaptcha': 'its answer can be used once',
  'systemTemplates.preview': 'keeps nothing',
  'systemTemplates.reset': 'what is set back stays so',
  'taskBulk.cancelBatch': 'has ended already',
  'taskBulk.form': 'keeps nothing',
  'tasks.addCandidate': 'is one already',
  'tasks.assign': 'has it already',
  'tasks.claim': 'claiming what one has changes nothing',
  'tasks.describe': 'says so already',
  'tasks.discardDraft': 'it is gone already',
  'tasks.keepDraft': 'keeps the same, or says draft.changed',
  'tasks.plan': 'is planned so already',
  'tasks.removeCandidate': 'is none already',
  'tasks.seeNews': 'has seen them already',
  'themes.removeFavicon': 'it is gone already',
  'themes.removeLogo': 'it is gone already',
  'themes.save': 'saves the same',
  'trials.runTests': 'keeps nothing',
  'trials.tryOut': 'keeps nothing',
  'users.setManager': 'is his manager already',
  'users.unlock': 'is open already',
}

it('lets every other call that changes something happen once', () => {
  const changing = calls.filter(([, { method, isChange }]) => method !== 'GET' || isChange)
  const named = (isOnce: boolean) =>
    changing.filter(([, { happensOnce }]) => (happensOnce === true) === isOnce).map(([name]) => name)
  expect(named(false).toSorted()).toEqual(Object.keys(repeatable))
  for (const [, { method, audience }] of calls.filter(([, { happensOnce }]) => happensOnce)) {
    expect(method).not.toBe('GET')
    expect(audience).not.toBe('public')
  }
})

it('describes calls and lists in files that do nothing: what does something would reach browsers with all of its schemas', async () => {
  const files = [
    ...readdirSync(import.meta.dirname),
    ...readdirSync(join(import.meta.dirname, 'lists')).map((name) => `lists/${name}`),
  ]
  const found: string[] = []
  for (const name of files.filter((one) => /(?<!\.test)\.ts$/.test(one))) {
    const path = join(import.meta.dirname, name)
    if (!/^export const \w+(Calls|List|Touches) = /m.test(readFileSync(path, 'utf8'))) continue
    const exports: Readonly<Record<string, unknown>> = await import(path)
    if (Object.values(exports).some((value) => typeof value === 'function')) found.push(name)
  }
  expect(found).toEqual([])
})

it('has no two calls with the same method and path', () => {
  const addresses = calls.map(([, { method, path }]) => `${method} ${path.replaceAll(/\{\w+\}/g, '{}')}`)
  expect(new Set(addresses).size).toBe(addresses.length)
})
