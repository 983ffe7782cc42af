import type { FileValue, NodeInstance } from '@millrace/forms'
import { useEffect, useRef, useState } from 'react'
import { formTexts } from '../form-texts.ts'
import { useFormView } from '../form-view-context.ts'
import { fieldOf } from '../instance-data.ts'
import { uploadInTurn } from './upload-queue.ts'
import { UploadRefused } from './upload-refused.ts'

/** An upload in progress. */
export interface Upload {
  readonly id: number
  readonly file: File
  /** `checking`: all of it is sent, and the server looks into it. */
  readonly state: 'waiting' | 'sending' | 'checking' | 'failed'
  /** The sent part of the file in whole percent. */
  readonly percent: number
}

interface Outcomes {
  readonly onUploaded: (file: FileValue) => void
  /** A file will never be taken: the sentence says why. */
  readonly onRefused: (message: string) => void
}

/**
 * Returns the uploads of a field. Finished files are passed on; leaving the form aborts the others. The form cannot be
 * submitted while an upload runs or has failed. `announced` is the text for screen readers.
 */
export function useUploads(instance: NodeInstance, outcomes: Outcomes) {
  const { store, uploadFile } = useFormView()
  const [uploads, setUploads] = useState<readonly Upload[]>([])
  const [announced, announce] = useState('')
  const controllers = useRef(new Map<number, AbortController>())
  const nextId = useRef(0)
  const latest = useRef(outcomes)
  useEffect(() => {
    latest.current = outcomes
  })

  useEffect(() => {
    const open = controllers.current
    return () => {
      for (const controller of open.values()) controller.abort()
      store.setBusy(instance, false)
    }
  }, [store, instance])

  useEffect(() => store.setBusy(instance, uploads.length > 0), [store, instance, uploads.length])

  const drop = (id: number) => setUploads((before) => before.filter((item) => item.id !== id))
  const change = (id: number, more: Partial<Upload>) =>
    setUploads((before) => before.map((item) => (item.id === id && differs(item, more) ? { ...item, ...more } : item)))

  const start = ({ id, file }: Upload) => {
    if (uploadFile === undefined) return
    const controller = new AbortController()
    controllers.current.set(id, controller)
    const { signal } = controller
    const onProgress = (sent: number, total: number) =>
      change(
        id,
        sent >= total ? { state: 'checking', percent: 100 } : { state: 'sending', percent: percentOf(sent, total) },
      )
    uploadInTurn(uploadFile, file, { key: fieldOf(instance).key, signal, onProgress }).then(
      (stored) => {
        if (signal.aborted) return
        announce(formTexts.uploaded(file.name))
        latest.current.onUploaded(stored)
        drop(id)
      },
      (error: unknown) => {
        if (signal.aborted) return
        // Without this file, the form is only submitted by another press.
        store.whenIdle(null)
        if (error instanceof UploadRefused) {
          latest.current.onRefused(error.message)
          drop(id)
        } else change(id, { state: 'failed', percent: 0 })
      },
    )
  }

  return {
    uploads,
    announced,
    canUpload: uploadFile !== undefined,
    add(files: readonly File[]): void {
      const added = files.map((file): Upload => ({ id: nextId.current++, file, state: 'waiting', percent: 0 }))
      announce(formTexts.uploadingAll(files.map(({ name }) => name)))
      setUploads((before) => [...before, ...added])
      added.forEach(start)
    },
    retry(upload: Upload): void {
      announce(formTexts.uploading(upload.file.name))
      change(upload.id, { state: 'waiting', percent: 0 })
      start(upload)
    },
    /** Ends one that is under way, or takes away one that has failed. */
    remove({ id, file, state }: Upload): void {
      controllers.current.get(id)?.abort()
      announce(state === 'failed' ? formTexts.removed(file.name) : formTexts.cancelled(file.name))
      drop(id)
    },
  }
}

function percentOf(sent: number, total: number): number {
  return total === 0 ? 0 : Math.floor((sent / total) * 100)
}

function differs(item: Upload, { state = item.state, percent = item.percent }: Partial<Upload>): boolean {
  return item.state !== state || item.percent !== percent
}
