import { expect, it } from 'vitest'
import { autoSaveInterval, limits, sessionLimits } from './limits.ts'

it('what may be typed is as long as section 5 of the specification says', () => {
  expect(limits).toMatchObject({
    name: 50,
    formKey: 50,
    tag: 50,
    shortDescription: 100,
    description: 150,
    fileName: 50,
    username: 255,
    email: 255,
    port: 65_535,
    prefix: 50,
    defaultValue: 50,
    defaultDescription: 100,
    organisation: 255,
    applications: 999_999_999,
    roleDescription: 255,
    themeName: 255,
  })
})

it('sizes of files are those of section 9: 10 MB in the catalogue, under 50 MB together, ten at a time, a logo of 500 KB', () => {
  expect(limits).toMatchObject({
    file: 10 * 1024 * 1024,
    allFiles: 50 * 1024 * 1024,
    parallelUploads: 10,
    logo: 500 * 1024,
  })
})

it('a session lasts as section 9 says, and its warning and the refresh of standalone pages come when it says', () => {
  expect(sessionLimits).toMatchObject({
    idleSeconds: 1500,
    warningSeconds: 30,
    tooLateSeconds: 5,
    standaloneRefreshTicks: 18_000,
    refreshMinutes: 4,
  })
})

it('a design is saved by itself every 60 to 1760 seconds, and ten seconds before its session ends at the latest', () => {
  expect(autoSaveInterval).toEqual({ min: 60, max: 1760, default: 60, belowSessionTimeout: 10 })
})
