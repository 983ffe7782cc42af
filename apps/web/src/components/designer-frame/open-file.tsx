import { FileButton } from '@mantine/core'
import { type ReactNode, useRef } from 'react'
import { showToast } from '../toast/show-toast.tsx'

type Decoded = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly message: string }

interface Props {
  readonly accept: string
  /** Bytes of a file that is opened. */
  readonly most: number
  readonly decode: (bytes: Uint8Array) => Decoded
  readonly texts: {
    readonly opened: string
    readonly failed: string
    readonly tooLarge: string
    /** The message when the file is unreadable, in place of the reader's reason. */
    readonly unreadable?: string
  }
  readonly onOpen: (text: string) => void
  /** The button that opens the file dialog of the browser. */
  readonly children: (choose: () => void) => ReactNode
}

/** A button that opens a file of this computer as the content of a design. */
export function OpenFile({ accept, most, decode, texts, onOpen, children }: Props) {
  const reset = useRef<() => void>(null)
  const open = async (file: File | null) => {
    reset.current?.()
    if (file === null) return
    if (file.size > most) {
      showToast({ kind: 'error', title: texts.failed, text: texts.tooLarge })
      return
    }
    const decoded = decode(new Uint8Array(await file.arrayBuffer()))
    if (!decoded.ok) {
      showToast({ kind: 'error', title: texts.failed, text: texts.unreadable ?? decoded.message })
      return
    }
    onOpen(decoded.text)
    showToast({ kind: 'success', title: texts.opened })
  }
  return (
    <FileButton resetRef={reset} accept={accept} onChange={(file) => void open(file)}>
      {({ onClick }) => children(onClick)}
    </FileButton>
  )
}
