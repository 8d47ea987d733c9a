// My engine: a legal move for each of the eight games. Change the method of your game; the rest can stay.
//   java Engine.java --port 8000          (JDK 11 or newer, nothing to install)
// Copyright 2026 The Ronde developers. SPDX-License-Identifier: MIT

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.URLDecoder;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executors;

public class Engine {
    /** Your referee's machine, such as "arbitre.example"; empty calls back any. Fill it in before going online. */
    static final String MY_REFEREE = "";

    static final String LETTERS = "ABCDEFGHIJKLMNOPQRS", DIGITS = "0123456789";
    static final int[][] AROUND = {{-1, -1}, {-1, 0}, {-1, 1}, {0, -1}, {0, 1}, {1, -1}, {1, 0}, {1, 1}};
    static final Random CHANCE = new Random();

    /** The move. `ask` has the parameters of the request, by their names in the manual. */
    static String choose(Map<String, String> ask) {
        switch (ask.getOrDefault("Set", "").toLowerCase()) {
            case "rochambeau": return rochambeau(ask);
            case "tictactoe": return ticTacToe(ask);
            case "bigtictactoe": return morpion(ask);
            case "pente": return pente(ask);
            case "mastermind": return masterMind(ask);
            case "poker": return poker(ask);
            case "reversi": return reversi(ask);
            case "seafight": return seaFight(ask);
            default: throw new IllegalArgumentException("Set=" + ask.get("Set"));
        }
    }

    /** 1 for the first player, 2 for the second: Turn is odd for the first. */
    static int me(Map<String, String> ask) {
        return Integer.parseInt(ask.get("Turn")) % 2 == 1 ? 1 : 2;
    }

    /** The Tray; Init means an empty board. */
    static String board(Map<String, String> ask, String empty) {
        String tray = ask.getOrDefault("Tray", "Init");
        return tray.equals("Init") ? empty : tray;
    }

    /** The numbers of the cells that hold this mark, from 0. */
    static List<Integer> cells(String tray, char mark) {
        List<Integer> found = new ArrayList<>();
        for (int cell = 0; cell < tray.length(); cell++) if (tray.charAt(cell) == mark) found.add(cell);
        return found;
    }

    static <T> T any(List<T> list) {
        return list.get(CHANCE.nextInt(list.size()));
    }

    /** The name of a cell: the column first, then the row. */
    static String square(int cell, int width, String rows) {
        return "" + LETTERS.charAt(cell % width) + rows.charAt(cell / width);
    }

    /** 1 stone, 2 paper, 3 scissors. The opponent's last throw is in Move1 or Move2. */
    static String rochambeau(Map<String, String> ask) {
        return String.valueOf(1 + CHANCE.nextInt(3));
    }

    /** Tray: 9 cells, 0 free, 1 first player, 2 second. Value: 1 to 9. */
    static String ticTacToe(Map<String, String> ask) {
        return String.valueOf(any(cells(board(ask, "0".repeat(9)), '0')) + 1);
    }

    /** Tray: 10 rows of 10 cells from the top. Value: column A to J, row 0 to 9. */
    static String morpion(Map<String, String> ask) {
        return square(any(cells(board(ask, "0".repeat(100)), '0')), 10, DIGITS);
    }

    /** Tray: 19 rows of 19 points. Value: column and row, A to S. At Turn 3 three points away from one's first stone. */
    static String pente(Map<String, String> ask) {
        String tray = board(ask, "0".repeat(361));
        List<Integer> free = cells(tray, '0');
        int first = tray.indexOf('1');
        if (ask.get("Turn").equals("3") && first >= 0) {
            free.removeIf(cell -> Math.max(Math.abs(cell % 19 - first % 19), Math.abs(cell / 19 - first / 19)) < 3);
        }
        return square(any(free), 19, LETTERS);
    }

    /**
     * Tray: my lines, each two marks (right place, wrong place) and four colours A to H. Value: four colours.
     * At Turn 1 and 2 the Value is my own code, later a line: a code that would have given all these marks.
     */
    static String masterMind(Map<String, String> ask) {
        String tray = board(ask, "");
        int start = CHANCE.nextInt(4096);
        for (int step = 0; step < 4096; step++) {
            int number = (start + step) % 4096;
            String code = "";
            for (int peg = 0; peg < 4; peg++) code += LETTERS.charAt(number >> 3 * peg & 7);
            boolean fits = true;
            for (int at = 0; at + 6 <= tray.length(); at += 6) {
                fits &= marks(code, tray.substring(at + 2, at + 6)).equals(tray.substring(at, at + 2));
            }
            if (fits) return code;
        }
        return "AABB";
    }

    /** Two digits: pegs in the right place, and right colours elsewhere. */
    static String marks(String code, String line) {
        int placed = 0, common = 0;
        for (int peg = 0; peg < 4; peg++) if (code.charAt(peg) == line.charAt(peg)) placed++;
        for (char colour = 'A'; colour <= 'H'; colour++) {
            common += Math.min(cells(code, colour).size(), cells(line, colour).size());
        }
        return "" + placed + (common - placed);
    }

    /**
     * Tray: hand (2 digits), completed hands (2), step, two cards each, the table's cards, stakes M10-12.
     * Value: my total stake in this hand; 0 folds, the opponent's total calls. At step 9 any Value will do.
     */
    static String poker(Map<String, String> ask) {
        String[] parts = ask.get("Tray").substring(5).split("M");
        String mine = me(ask) == 1 ? parts[0].substring(0, 4) : parts[0].substring(4, 8); // such as "S1HT"
        String table = parts[0].substring(8); // two characters for a card; look at both and do better
        String[] stakes = parts[parts.length - 1].replace("?", "").split("-");
        return me(ask) == 1 ? stakes[1] : stakes[0];
    }

    /** Tray: 8 rows of 8 cells, 3 black (first player), 4 white. Value: A1 to H8, or XX if I have to pass. */
    static String reversi(Map<String, String> ask) {
        String tray = board(ask, "0".repeat(27) + "43" + "0".repeat(6) + "34" + "0".repeat(27));
        char own = me(ask) == 1 ? '3' : '4', other = own == '3' ? '4' : '3';
        List<Integer> legal = cells(tray, '0');
        legal.removeIf(cell -> !turns(tray, cell, own, other));
        return legal.isEmpty() ? "XX" : square(any(legal), 8, "12345678");
    }

    /** Whether a disc there turns any other. */
    static boolean turns(String tray, int cell, char own, char other) {
        for (int[] way : AROUND) {
            int x = cell % 8 + way[0], y = cell / 8 + way[1], between = 0;
            for (; disc(tray, x, y) == other; between++) {
                x += way[0];
                y += way[1];
            }
            if (between > 0 && disc(tray, x, y) == own) return true;
        }
        return false;
    }

    static char disc(String tray, int x, int y) {
        return x >= 0 && x < 8 && y >= 0 && y < 8 ? tray.charAt(y * 8 + x) : ' ';
    }

    /** Tray: Init asks for my fleet; then my shots, 10 rows of 10: 0 none, 1 water, 2 hit, 3 sunk. Value: A0 to J9. */
    static String seaFight(Map<String, String> ask) {
        String tray = ask.get("Tray");
        return tray.equals("Init") ? fleet() : square(any(cells(tray, '0')), 10, DIGITS);
    }

    /** Five ships of 5, 4, 3, 3 and 2 cells, each as direction, size, column, row, and 1 for intact: V3C51. */
    static String fleet() {
        Set<Integer> taken = new HashSet<>();
        StringBuilder ships = new StringBuilder();
        for (int size : new int[] {5, 4, 3, 3, 2}) {
            Set<Integer> ship;
            boolean flat;
            int start;
            do {
                flat = CHANCE.nextBoolean();
                start = CHANCE.nextInt(flat ? 10 : 11 - size) * 10 + CHANCE.nextInt(flat ? 11 - size : 10);
                ship = new HashSet<>();
                for (int step = 0; step < size; step++) ship.add(start + step * (flat ? 1 : 10));
                ship.removeAll(taken);
            } while (ship.size() < size);
            taken.addAll(ship);
            ships.append(flat ? 'H' : 'V').append(size).append(square(start, 10, DIGITS)).append('1');
        }
        return ships.toString();
    }

    /** Send the move to the referee, with Game and MoveId as they came. */
    static void callBack(Map<String, String> ask, String value) throws IOException, InterruptedException {
        URI referee = URI.create(ask.get("Referee"));
        boolean web = Arrays.asList("http", "https").contains(referee.getScheme());
        if (!web || !(MY_REFEREE.isEmpty() || MY_REFEREE.equals(referee.getHost()))) return;
        String told = "Game=" + quoted(ask.get("Game")) + "&MoveId=" + quoted(ask.get("MoveId")) + "&Value=" + quoted(value);
        String url = referee + (referee.getQuery() == null ? "?" : "&") + told;
        HttpRequest call = HttpRequest.newBuilder(URI.create(url)).timeout(Duration.ofSeconds(15)).build();
        CLIENT.send(call, BodyHandlers.discarding());
    }

    static final HttpClient CLIENT = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    static String quoted(String text) {
        return URLEncoder.encode(text == null ? "" : text, StandardCharsets.UTF_8);
    }

    /** The parameters of a request. */
    static Map<String, String> read(String query) {
        Map<String, String> found = new HashMap<>();
        for (String field : query == null ? new String[0] : query.split("&")) {
            String[] parts = field.split("=", 2);
            found.put(parts[0], parts.length < 2 ? "" : URLDecoder.decode(parts[1], StandardCharsets.UTF_8));
        }
        return found;
    }

    static void answer(HttpExchange exchange) throws IOException {
        int status = 200;
        String value = "";
        try {
            Map<String, String> ask = read(exchange.getRequestURI().getRawQuery());
            if (ask.getOrDefault("Status", "0").equals("0")) { // anything else: the game is over, nothing to answer
                value = choose(ask);
                if (!ask.getOrDefault("Referee", "").isEmpty()) {
                    callBack(ask, value);
                    value = "";
                }
            }
        } catch (Exception trouble) {
            trouble.printStackTrace();
            status = 500;
            value = "";
        }
        byte[] body = value.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "text/plain; charset=utf-8");
        exchange.sendResponseHeaders(status, body.length == 0 ? -1 : body.length);
        if (body.length > 0) exchange.getResponseBody().write(body);
        exchange.close();
    }

    public static void main(String[] words) throws IOException {
        System.setProperty("sun.net.httpserver.nodelay", "true"); // else each answer takes 40 ms
        List<String> options = Arrays.asList(words);
        String host = options.contains("--host") ? words[options.indexOf("--host") + 1] : "127.0.0.1";
        int port = options.contains("--port") ? Integer.parseInt(words[options.indexOf("--port") + 1]) : 8000;
        HttpServer server = HttpServer.create(new InetSocketAddress(host, port), 0);
        server.createContext("/", Engine::answer);
        server.setExecutor(Executors.newCachedThreadPool());
        server.start();
        System.out.println("http://" + host + ":" + server.getAddress().getPort() + "/");
    }
}
