import { expect, it } from 'vitest'
import { administrationErrors } from './errors/administration.ts'
import { designsErrors } from './errors/designs.ts'
import { engineErrors } from './errors/engine.ts'
import { integrationErrors } from './errors/integration.ts'
import { peopleErrors } from './errors/people.ts'
import { requestsErrors } from './errors/requests.ts'
import { signInErrors } from './errors/sign-in.ts'
import { errors } from './errors.ts'

it('has the codes of each kind in one area', () => {
  const areas = [
    administrationErrors,
    designsErrors,
    engineErrors,
    integrationErrors,
    peopleErrors,
    requestsErrors,
    signInErrors,
  ]
  const kinds = areas.flatMap((area) => [...new Set(Object.keys(area).map((code) => code.split('.')[0]))])
  expect(kinds.filter((kind, index) => kinds.indexOf(kind) < index)).toEqual([])
  expect(Object.keys(errors)).toHaveLength(areas.reduce((sum, area) => sum + Object.keys(area).length, 0))
})
