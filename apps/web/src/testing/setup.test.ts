import { beforeAll, expect, it } from 'vitest'

/** Loads a little longer than a file takes to end. */
const slow = 'data:text/javascript,await new Promise((resolve) => setTimeout(resolve, 300))'
let isLoaded = false

// What this returns is called last of all, when everything of the setup has run.
beforeAll(() => () => {
  expect(isLoaded).toBe(true)
})

it('lets a file end no sooner than what it began to load is there', () => {
  void import(/* @vite-ignore */ slow).then(() => {
    isLoaded = true
  })
})
