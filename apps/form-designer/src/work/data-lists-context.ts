import { createContext } from 'react'
import type { DesignerPort } from '../designer-port.ts'

/** Provides the function that fetches the data lists for fields. Its implementation caches them for a while. */
export const DataListsContext = createContext<DesignerPort['listDataLists']>(() =>
  Promise.reject(new Error('Expected a part of the designer inside of it, but it stands outside.')),
)
