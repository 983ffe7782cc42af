import { createContext } from 'react'
import type { DesignerPort } from '../designer-port.ts'

/** Provides the function that fetches the adapters for fields. Its implementation caches them for a while. */
export const AdaptersContext = createContext<DesignerPort['listAdapters']>(() =>
  Promise.reject(new Error('Expected a part of the designer inside of it, but it stands outside.')),
)
