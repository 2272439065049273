import cgn.ApiClient;
import cgn.ApiException;
import cgn.ApiResponse;
import cgn.api.ChecksApi;
import cgn.api.DecksApi;
import cgn.api.FramesApi;
import cgn.api.ImportsApi;
import cgn.api.ReplaysApi;
import cgn.model.Diagnostic;
import cgn.model.Entry;
import cgn.model.GameRecord;
import cgn.model.ImportLine;
import cgn.model.ProblemBody;
import cgn.model.RecordEntry;
import cgn.model.RecordPly;
import cgn.model.RecordSeat;
import cgn.model.ReplayPage;
import cgn.model.Stored;
import cgn.model.ViewedFrame;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The whole job with openapi-generator's client for Java. */
public final class Job {
    private static final String EVENT = "openapi-generator-java";

    private final ApiClient client = new ApiClient();
    private final ReplaysApi replays;

    private Job(String url, String token) {
        client.updateBaseUri(url);
        client.setRequestInterceptor(request -> request.header("Authorization", "Bearer " + token));
        replays = new ReplaysApi(client);
    }

    public static void main(String[] arguments) throws ApiException, IOException {
        Job job = new Job(System.getenv("CGN_URL"), System.getenv("CGN_TOKEN"));
        String replay = job.records();
        job.reading(replay);
        job.many();
        job.decks();
    }

    /** A game of two plies. */
    private static GameRecord game(String number, String second) {
        RecordPly first = new RecordPly().seat(RecordSeat.A).move("draw right left");
        RecordPly next = new RecordPly().seat(RecordSeat.B).move(second);
        return new GameRecord()
                .cgn(GameRecord.CgnEnum.NUMBER_1)
                .game("triggs")
                .rules("1")
                .seats(List.of("Ana", "Bo"))
                .seed("tuesday-7")
                .tags(Map.of("Event", EVENT, "Round", number))
                .plies(List.of(new RecordEntry(first), new RecordEntry(next)));
    }

    private static GameRecord game(String number) {
        return game(number, "draw right left");
    }

    private static void check(boolean holds, String what) {
        if (!holds) {
            throw new IllegalStateException(what);
        }
    }

    /** Check, upload, upload again, and have one refused. The id of the one that is stored. */
    private String records() throws ApiException, IOException {
        String verdict = new ChecksApi(client).validate(game("1")).getRecords().get(0).getVerdict().getValue();
        check(verdict.equals("incomplete"), verdict);
        ApiResponse<Stored> first = replays.uploadReplayWithHttpInfo(game("1"), null, null);
        check(first.getStatusCode() == 201, "upload");
        check(!replays.uploadReplay(game("1"), null, null).getCreated(), "again");
        check(replays.uploadReplay(game("2"), null, null).getCreated(), "another");
        try {
            replays.uploadReplay(game("3", "draw nowhere left"), null, null);
            throw new IllegalStateException("a move that there is not was taken");
        } catch (ApiException refused) {
            check(refused.getCode() == 422, "status");
            ProblemBody problem = client.getObjectMapper().readValue(refused.getResponseBody(), ProblemBody.class);
            Diagnostic diagnostic = problem.getDiagnostics().get(0);
            check(diagnostic.getCode().equals("cgn.argument"), "code");
            check(diagnostic.getPlace().getPointer().equals("/plies/1/move"), "place");
        }
        return first.getData().getId();
    }

    /** Get it as JSON and text, find it page by page, step through it, ask for legal moves. */
    private void reading(String replay) throws ApiException {
        check(replays.getReplay(replay, null).getPlies().size() == 2, "plies");
        check(replays.getReplayText(replay, null).startsWith("[CGN \"1\"]"), "text");
        List<String> found = new ArrayList<>();
        String after = null;
        do {
            ReplayPage page = replays.listReplays(ReplaysApi.APIListReplaysRequest.newBuilder()
                    .event(EVENT).finished(false).limit(1).after(after).build());
            page.getReplays().stream().map(Entry::getId).forEach(found::add);
            after = page.getNext();
        } while (after != null);
        check(found.size() == 2 && found.contains(replay), "list");
        FramesApi frames = new FramesApi(client);
        int ply = 0;
        for (ViewedFrame frame : frames.getFrames(FramesApi.APIGetFramesRequest.newBuilder().replay(replay).build()).getFrames()) {
            check(frame.getPly() == ply++, "step");
            check(frame.getZones().stream().anyMatch(zone -> !zone.getCards().isEmpty()), "cards");
        }
        ViewedFrame last = frames.getFrame(FramesApi.APIGetFrameRequest.newBuilder().replay(replay).ply(2).legal(true).build());
        check(!last.getLegal().isEmpty(), "legal moves");
    }

    /** Import and export. */
    private void many() throws ApiException, IOException {
        String text = Files.readString(Path.of(System.getenv("CGN_RECORDS")));
        List<ImportLine> lines = new ImportsApi(client)
            .importReplays(ImportsApi.APIImportReplaysRequest.newBuilder().body(text).build())
            .getLines();
        check(lines.size() == 2 && lines.get(0).getId() != null, "import");
        check(lines.get(1).getDiagnostics().get(0).getSeverity() == Diagnostic.SeverityEnum.ERROR, "refused");
        String exported = replays.exportReplays(ReplaysApi.APIExportReplaysRequest.newBuilder().event(EVENT).build());
        check(exported.endsWith("% complete: 2 records\n"), "export");
    }

    /** Add a deck, find it, get it, and remove it. */
    private void decks() throws ApiException, IOException {
        DecksApi decks = new DecksApi(client);
        String raw = Files.readString(Path.of(System.getenv("CGN_DECK")));
        String name = decks.addDeck(raw).getName();
        check(decks.listDecks(null, null, "triggs", null).getDecks().stream().anyMatch(deck -> deck.getName().equals(name)), "decks");
        check(Files.readString(decks.getDeck(name, null).toPath()).equals(raw), "deck");
        check(decks.deleteDeckWithHttpInfo(name).getStatusCode() == 204, "deck is removed");
    }
}
