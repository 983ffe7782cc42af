import type { Location, XmlElement } from '@millrace/xml'
import type { DmnProblem } from '../problems.ts'
import { findId } from './dmn-element.ts'

/** What the functions that read a file share: where they tell what is wrong. */
export interface FileReader {
  report(element: XmlElement, message: string): void
}

/** @param locate where an offset of the file is. */
export function createFileReader(problems: DmnProblem[], locate: (offset: number) => Location): FileReader {
  return {
    report(element, message) {
      problems.push({ message, elementId: findId(element), ...locate(element.offset) })
    },
  }
}
