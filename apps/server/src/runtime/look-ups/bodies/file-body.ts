import { OutgoingFailure } from '../../../platform/outgoing/outgoing-failure.ts'
import { getParameter, listPlacesIn, onlyPlace } from '../parameters.ts'
import type { BodyWriter } from './body.ts'
import { readFile, showFile } from './file-content.ts'

/** Writes the content of one file as the body. A header `Content-Type` of the adapter names its type. */
export const fileBody: BodyWriter = {
  places: ({ body }) => listPlacesIn([body]),
  filePlaces: ({ body }) => listPlacesIn([body]),
  fill: ({ body }, parameters) => {
    const name = onlyPlace(body)
    if (name === null) return null
    const given = getParameter(parameters, name)
    if (given === '')
      throw new OutgoingFailure(`Expected a file for the parameter “${name}”, but it has no value.`, { isFinal: true })
    const content = readFile(given, name)
    return { content, type: 'application/octet-stream', shown: showFile(content) }
  },
  fault: ({ body }) =>
    onlyPlace(body) === null
      ? { where: 'body', message: 'Expected one parameter such as {document}, but the body is another text.' }
      : null,
}
