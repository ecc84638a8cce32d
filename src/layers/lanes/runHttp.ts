import * as Effect from "effect/Effect"
import { readAnswer, requestBody, servedNote } from "../../domain/lane/handlers/openAi.ts"
import { judgeHttp, type HttpEnd } from "../../domain/lane/judgeHttp.ts"
import { decideEndpointModel } from "../../domain/lane/model.ts"
import { unavailableOutcome } from "../../domain/lane/outcome.ts"
import type { PlannedHttp } from "../../domain/lane/stages.ts"
import { limits } from "../../domain/limits.ts"
import { shown, type Visible } from "../../domain/text/escape.ts"
import type { LaneStart } from "../../services/Lanes.ts"
import { ensureFile, makeAnswerFile } from "./answerFile.ts"
import { askEndpoint } from "./endpoint.ts"
import { makeProgress } from "./progress.ts"
import { notWritable, type RunEnd } from "./runSpawn.ts"

const modelFor = ({ model, run }: PlannedHttp, { available }: LaneStart) => {
  const { reviewer } = run.lane
  return decideEndpointModel({
    pinned: model,
    served: available.models,
    fallback: reviewer.transport === "openai-http" ? reviewer.invoke.fallbackModel : undefined
  })
}

const noModel: RunEnd = {
  outcome: unavailableOutcome({
    _tag: "Unavailable",
    reason: "no-model",
    detail: shown`No model is named, and the endpoint lists none`
  }),
  notes: [],
  bytes: 0,
  stderr: ""
}

const servedNotes = (asked: string, end: HttpEnd): ReadonlyArray<Visible> => {
  const answer = end._tag === "Answered" ? readAnswer(end.body) : undefined
  const note = answer?._tag === "Answer" ? servedNote(asked, answer.served) : undefined
  return note === undefined ? [] : [note]
}

const ask = Effect.fnUntraced(function* (planned: PlannedHttp, model: string, { tell }: LaneStart) {
  yield* ensureFile(planned.prompt.path, planned.prompt.text)
  const progress = yield* makeProgress(planned.run.identity, tell)
  const file = yield* makeAnswerFile(planned.answerFile, limits.laneAnswerBytes)
  const { end, bytes } = yield* askEndpoint({
    url: planned.url,
    body: requestBody(model, planned.prompt.text),
    deadline: planned.timeout,
    ...(planned.idle === undefined ? {} : { idle: planned.idle }),
    maxBytes: limits.laneAnswerBytes,
    saw: (piece) =>
      Effect.suspend(() => {
        progress.saw("answer", piece)
        return file.write(piece)
      })
  })
  return {
    outcome: judgeHttp(end, planned.run.lane.reviewer),
    notes: servedNotes(model, end),
    bytes,
    stderr: ""
  } satisfies RunEnd
})

/** Asks a lane's endpoint once. */
export const runHttp = (planned: PlannedHttp, start: LaneStart) => {
  const chosen = modelFor(planned, start)
  return chosen === undefined
    ? Effect.succeed(noModel)
    : ask(planned, chosen.model, start).pipe(Effect.catch((error) => Effect.succeed(notWritable(error))))
}
