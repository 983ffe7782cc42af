import { expect, it, vi } from 'vitest'
import { createToasts } from './show-toast.tsx'

it('keeps what is reported before there is somebody to draw it, and hands it over once', () => {
  const { show, receive } = createToasts()
  show({ kind: 'success', title: 'Saved' })
  show({ kind: 'error', title: 'Refused' })
  const draw = vi.fn()
  receive(draw)
  expect(draw.mock.calls).toEqual([[{ kind: 'success', title: 'Saved' }], [{ kind: 'error', title: 'Refused' }]])
  show({ kind: 'warning', title: 'Late' })
  expect(draw).toHaveBeenCalledTimes(3)
  expect(draw).toHaveBeenLastCalledWith({ kind: 'warning', title: 'Late' })
})
