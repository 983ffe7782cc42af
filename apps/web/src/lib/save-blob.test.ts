import { afterEach, expect, it, vi } from 'vitest'
import { saveBlob } from './save-blob.ts'

afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

it('the address of a file is valid for a minute, in which a busy browser begins to read it', () => {
  vi.useFakeTimers()
  const revoked = vi.fn()
  vi.stubGlobal(
    'URL',
    Object.assign(class extends URL {}, { createObjectURL: () => 'blob:it', revokeObjectURL: revoked }),
  )
  const clicked: string[] = []
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    clicked.push(`${this.getAttribute('href')} ${this.download}`)
  })
  saveBlob(new Blob(['x']), 'drawing.bpmn')
  expect(clicked).toEqual(['blob:it drawing.bpmn'])
  vi.advanceTimersByTime(59_000)
  expect(revoked).not.toHaveBeenCalled()
  vi.advanceTimersByTime(1_000)
  expect(revoked).toHaveBeenCalledWith('blob:it')
})
