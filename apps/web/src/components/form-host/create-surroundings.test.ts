import { expect, it } from 'vitest'
import { createSurroundings } from './create-surroundings.ts'

it('gives a form its dates as dates, and the zone in which days begin', () => {
  const variables = { due: '2026-10-12T22:00:00.000Z', note: '2026-10-12T22:00:00.000Z' }
  expect(createSurroundings({ variables, dates: ['due'], dayZone: 'Europe/Berlin' })).toEqual({
    timeZone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    dayZone: 'Europe/Berlin',
    variables: { due: new Date(variables.due), note: variables.note },
  })
})
