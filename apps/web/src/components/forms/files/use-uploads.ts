import type { FileValue, NodeInstance } from '@millrace/forms'
import { useEffect, useRef, useState } from 'react'
import { useFormView } from '../form-view-context.ts'
import { fieldOf } from '../instance-data.ts'
import { uploadInTurn } from './upload-queue.ts'

/** A file on its way. */
export interface Upload {
  readonly id: number
  readonly file: File
  readonly hasFailed: boolean
}

/**
 * The uploads of one field. `onUploaded` gets each file that arrived; leaving the form aborts the rest. The form cannot
 * be submitted while one is under way or has failed.
 */
export function useUploads(instance: NodeInstance, onUploaded: (file: FileValue) => void) {
  const { store, uploadFile } = useFormView()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const controllers = useRef(new Map<number, AbortController>())
  const nextId = useRef(0)
  const receive = useRef(onUploaded)
  useEffect(() => {
    receive.current = onUploaded
  })

  useEffect(() => {
    const open = controllers.current
    return () => {
      for (const controller of open.values()) controller.abort()
      store.setBusy(instance, false)
    }
  }, [store, instance])

  useEffect(() => store.setBusy(instance, uploads.length > 0), [store, instance, uploads.length])

  const start = (upload: Upload) => {
    if (uploadFile === undefined) return
    const controller = new AbortController()
    controllers.current.set(upload.id, controller)
    const { signal } = controller
    uploadInTurn(uploadFile, upload.file, { key: fieldOf(instance).key, signal }).then(
      (stored) => {
        if (signal.aborted) return
        receive.current(stored)
        setUploads((before) => before.filter(({ id }) => id !== upload.id))
      },
      () => {
        if (!signal.aborted)
          setUploads((before) => before.map((item) => (item.id === upload.id ? { ...item, hasFailed: true } : item)))
      },
    )
  }

  return {
    uploads,
    canUpload: uploadFile !== undefined,
    add(files: readonly File[]): void {
      const added = files.map((file) => ({ id: nextId.current++, file, hasFailed: false }))
      setUploads((before) => [...before, ...added])
      added.forEach(start)
    },
    retry(upload: Upload): void {
      setUploads((before) => before.map((item) => (item.id === upload.id ? { ...item, hasFailed: false } : item)))
      start(upload)
    },
    remove(upload: Upload): void {
      controllers.current.get(upload.id)?.abort()
      setUploads((before) => before.filter(({ id }) => id !== upload.id))
    },
  }
}
