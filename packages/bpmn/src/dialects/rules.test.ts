import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { rulesOf } from './rules.ts'

const root = join(import.meta.dirname, '../../../..')
const sources = globSync('{packages,apps}/*/src/**/*.{ts,tsx}', { cwd: root })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => !/\.test\.tsx?$|\/testing\/|^packages\/bpmn\/src\/dialects\//.test(path))

const names = 'camunda|operaton|flowable|activiti|millrace|bpmn'
/** A dialect that is compared with one by its name, or chosen by it. */
const fork = new RegExp(`dialect\\w*\\)?\\s*[!=]==\\s*'(?:${names})'|case '(?:${names})':`, 'i')

describe('the rules of a dialect', () => {
  it('are asked for by their names: nothing outside of their tables asks whose model it is', () => {
    expect(sources.length).toBeGreaterThan(1000)
    expect(sources.filter((path) => fork.test(readFileSync(join(root, path), 'utf8')))).toEqual([])
  })

  it('would be found where they are not', () => {
    for (const text of ["dialect === 'flowable'", "model?.dialect !== 'bpmn'", "case 'activiti':"])
      expect(text).toMatch(fork)
  })

  it('are those of Camunda for Operaton, and those of Flowable for Activiti', () => {
    expect(rulesOf({ dialect: 'operaton' })).toEqual(rulesOf({ dialect: 'camunda' }))
    expect(rulesOf({ dialect: 'activiti' })).toEqual(rulesOf({ dialect: 'flowable' }))
    expect(rulesOf({ dialect: 'bpmn' })).toMatchObject({ isExecutableByDefault: true, compensationWaits: 'byDefault' })
  })
})
