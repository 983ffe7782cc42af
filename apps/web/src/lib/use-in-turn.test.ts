import { act, renderHook } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { useInTurn } from './use-in-turn.ts'

/** A text that is saved as the next version when somebody says so, and the turns that saved it. */
function renderSaving() {
  const turns: { readonly text: string; readonly over: number; readonly end: (isDone: boolean) => void }[] = []
  const file = { text: 'a', saved: '' }
  const { result } = renderHook(() => {
    const [version, setVersion] = useState(1)
    return useInTurn({
      isNeeded: () => file.text !== file.saved,
      run: async () => {
        const { text } = file
        const isDone = await new Promise<boolean>((end) => turns.push({ text, over: version, end }))
        if (!isDone) return false
        file.saved = text
        setVersion(version + 1)
        return true
      },
    })
  })
  const start = () => act(async () => void result.current.start())
  const startTwice = () =>
    act(async () => {
      void result.current.start()
      void result.current.start()
    })
  const end = (isDone = true) => act(async () => turns.at(-1)?.end(isDone))
  const listTurns = () => turns.map(({ text, over }) => `${text} over ${over}`)
  return { file, start, startTwice, end, listTurns, isUnderWay: () => result.current.isUnderWay }
}

describe('work that is asked for', () => {
  it('while it is under way is done after it, over what came of the first', async () => {
    const { file, start, end, listTurns, isUnderWay } = renderSaving()
    await start()
    file.text = 'b'
    await start()
    await start()
    expect({ turns: listTurns(), isUnderWay: isUnderWay() }).toEqual({ turns: ['a over 1'], isUnderWay: true })
    await end()
    expect({ turns: listTurns(), isUnderWay: isUnderWay() }).toEqual({
      turns: ['a over 1', 'b over 2'],
      isUnderWay: true,
    })
    await end()
    expect({ turns: listTurns().length, isUnderWay: isUnderWay() }).toEqual({ turns: 2, isUnderWay: false })
  })

  it('twice at once is done once, when nothing is changed between', async () => {
    const { startTwice, start, end, listTurns, isUnderWay } = renderSaving()
    await startTwice()
    await end()
    await start()
    expect({ turns: listTurns(), isUnderWay: isUnderWay() }).toEqual({ turns: ['a over 1'], isUnderWay: false })
  })

  it('while a turn fails is not tried again by itself, and can be asked for again', async () => {
    const { file, start, end, listTurns } = renderSaving()
    await start()
    file.text = 'b'
    await start()
    await end(false)
    expect(listTurns()).toEqual(['a over 1'])
    await start()
    await end()
    expect(listTurns()).toEqual(['a over 1', 'b over 1'])
  })
})
